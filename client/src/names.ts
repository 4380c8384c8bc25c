// In charge of matching as many names as there are: in parts that one request takes, all of one revision.

import { MOST_RESTARTS } from './changes.ts';
import { CatalogueChangedError } from './errors.ts';
import { groupsOf } from './groups.ts';
import type { NameMatchList } from './types.ts';

type Ask = (names: readonly string[]) => Promise<NameMatchList>;

/** Begins again where a publish comes between two parts. */
export async function matchAll(names: readonly string[], ask: Ask): Promise<NameMatchList> {
  const [first, ...others] = groupsOf(names);
  if (!first || others.length === 0) return await ask(names);
  for (let restarts = 0; ; restarts++) {
    const whole = await ask(first);
    const strange = await addAll(whole, others, ask);
    if (strange === undefined) return whole;
    if (restarts === MOST_RESTARTS) throw new CatalogueChangedError(whole.meta.revision, strange);
  }
}

/** The other revision that came in between, if one did. */
async function addAll(whole: NameMatchList, groups: string[][], ask: Ask): Promise<string | undefined> {
  for (const group of groups) {
    const { data, meta } = await ask(group);
    if (meta.revision !== whole.meta.revision) return meta.revision;
    whole.data.push(...data);
  }
  return undefined;
}
