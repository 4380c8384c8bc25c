// Matches any number of names: in parts that one request takes, all of one revision.

import { MOST_RESTARTS } from './changes.ts';
import { CatalogueChangedError, UnexpectedAnswerError } from './errors.ts';
import { groupsOf } from './groups.ts';
import type { NameMatch, NameMatchList } from './types.ts';

/** What names mean. Without a name to ask for there is no request, and only `data`. */
export type NameMatches = Pick<NameMatchList, 'data'> & Partial<NameMatchList>;

type Ask = (names: readonly string[]) => Promise<NameMatchList>;

/** In characters, as the service counts them. */
const MAX_LENGTH = 200;

/** A name that no request takes is reported as `none` and doesn't fail the others. */
export async function matchAll(names: readonly string[], ask: Ask): Promise<NameMatches> {
  const matches = await matchGroups(groupsOf(names.filter(isAskable)), ask);
  const asked = matches.data.values();
  const data = names.map((name) => (isAskable(name) && asked.next().value) || noMatch(name));
  return { ...matches, data };
}

function isAskable(name: string): boolean {
  if (name.trim() === '' || /\p{Cc}/u.test(name)) return false;
  return name.length <= MAX_LENGTH || [...name.normalize('NFC')].length <= MAX_LENGTH;
}

function noMatch(name: string): NameMatch {
  return { name, status: 'none', tree: null, candidates: [] };
}

/** Begins again where a publish comes between two parts. */
async function matchGroups([first, ...others]: string[][], ask: Ask): Promise<NameMatches> {
  if (!first) return { data: [] };
  for (let restarts = 0; ; restarts++) {
    const whole = await askAll(first, ask);
    const strange = await addAll(whole, others, ask);
    if (strange === undefined) return whole;
    if (restarts === MOST_RESTARTS) throw new CatalogueChangedError(whole.meta.revision, strange);
  }
}

/** The other revision that came in between, if one did. */
async function addAll(whole: NameMatchList, groups: string[][], ask: Ask): Promise<string | undefined> {
  for (const group of groups) {
    const { data, meta } = await askAll(group, ask);
    if (meta.revision !== whole.meta.revision) return meta.revision;
    whole.data.push(...data);
  }
  return undefined;
}

async function askAll(group: string[], ask: Ask): Promise<NameMatchList> {
  const list = await ask(group);
  if (list.data.length === group.length) return list;
  throw new UnexpectedAnswerError(`${list.data.length} of ${group.length} names were answered.`, { status: 200 });
}
