import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Settings } from '../../config/settings.ts';
import { meantRevision } from '../../domain/revision-id.ts';
import { snapshotOf } from '../../publishing/revision-snapshot.ts';
import { openSnapshot } from '../../snapshot/open.ts';
import { cacheOf } from '../../store/cache.ts';
import type { RevisionStore } from '../../store/revisions/revision-store.ts';
import type { Revision } from '../../store/tables/revisions.ts';
import { withStore } from '../../store/with-store.ts';
import { Failure } from './errors.ts';

export const NOTHING_PUBLISHED = 'Nothing has been published. sylva publish SOURCE does.';

/** The active revision without an id; a Failure if there is none. */
export async function findRevision(revisions: RevisionStore, id?: string): Promise<Revision> {
  const revision = await (id === undefined ? revisions.active() : revisions.find(id));
  if (revision) return revision;
  throw id === undefined ? new Failure(NOTHING_PUBLISHED) : noRevision(id);
}

/** An id has one form: without leading zeros, with a small letter. */
export function noRevision(id: string): Failure {
  const meant = meantRevision(id);
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  return new Failure(`There is no revision ${id}.${hint} sylva revisions list shows them.`);
}

/** Compiles a snapshot that the cache does not have, and stores nothing. */
export async function openCatalogue(
  settings: Settings,
  id?: string,
): Promise<{ revision: Revision; catalogue: Catalogue }> {
  return await withStore(settings, async ({ revisions }) => {
    const revision = await findRevision(revisions, id);
    const bytes = await snapshotOf(revision, revisions, cacheOf(settings, { warn() {} }));
    // Imported here, so that other commands start sooner.
    const { Catalogue } = await import('../../catalogue/catalogue.ts');
    return { revision, catalogue: new Catalogue(openSnapshot(bytes, { isVerified: true })) };
  });
}
