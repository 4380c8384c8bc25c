// In charge of the content that a publish builds on, while it is in the store: where it stands, and what it said of trees that are no
// longer as they were.

import { KnownTree } from '../content/outline.ts';
import type { Compared } from '../domain/compare.ts';
import type { Tree } from '../domain/tree.ts';
import { familyNamesIn } from '../snapshot/family-names.ts';
import { openSnapshot } from '../snapshot/open.ts';
import type { Archived } from '../store/archive.ts';
import { FormerLostError, MEANWHILE } from '../store/former-lines.ts';
import { ifDamaged } from '../store/pieces.ts';
import type { Revision, RevisionStore, Stored } from '../store/revision-store.ts';
import type { Former } from './published-last.ts';

/** What it builds on: its snapshot, too. */
export type Known = Former & { snapshot: Uint8Array };

/** Where content stands that is active already. Of trees that are known nobody knows it, unless they are known of that very revision. */
export async function whereStored(
  revisions: RevisionStore,
  active: Revision,
  trees: (Tree | KnownTree)[],
  former: Known | undefined,
): Promise<Stored | undefined> {
  if (former) return isSameRevision(active, former.revision) ? former.content : undefined;
  return await revisions.whereStored(active, trees as Tree[]);
}

/** Another publish may have come to the same content. */
function isSameRevision(one: Revision | undefined, other: Revision): boolean {
  return one?.number === other.number && one.hash === other.hash;
}

/** Undefined where it is damaged, for who mends it. */
export async function contentOf(
  revisions: RevisionStore,
  revision: Revision,
  isMending: boolean,
): Promise<Archived | undefined> {
  return await revisions.content(revision).catch((error) => {
    if (!isMending) throw error;
    return ifDamaged(error);
  });
}

/** What was active, of which those trees are whole that are no longer as they were. */
export async function knownBefore(
  revisions: RevisionStore,
  active: Revision | undefined,
  trees: (Tree | KnownTree)[],
  { revision, content, snapshot }: Known,
): Promise<Compared> {
  if (!isSameRevision(active, revision)) throw new FormerLostError(MEANWHILE);
  const changed = new Set(trees.filter((tree) => !(tree instanceof KnownTree)).map(({ slug }) => slug));
  const known = content.trees.filter(({ slug }) => changed.has(slug));
  const whole = new Map((await revisions.treesIn({ revision, content }, known)).map((tree) => [tree.slug, tree]));
  const before = openSnapshot(snapshot, { isVerified: true });
  return {
    trees: content.trees.map((tree) => whole.get(tree.slug) ?? tree),
    families: familyNamesIn(before),
    map: before.map && JSON.parse(before.map.toString()),
  };
}
