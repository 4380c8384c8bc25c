import { setImmediate as pause } from 'node:timers/promises';
import type { NameMatch } from '../../catalogue/names.ts';
import { API_PREFIX } from '../../domain/vocabulary.ts';
import { type MarkedBytes, readRecord } from '../../snapshot/open.ts';
import { MATCHED_TREE_FIELDS, NAME_MATCHES } from '../openapi/examples.ts';
import type { JsonOperation } from './operation.ts';

const ROUTE = `${API_PREFIX}/names/match`;

/** Matching an unknown name takes long: other requests get a turn after so many names. */
const NAMES_PER_TURN = 10;

export const matchNames: JsonOperation = {
  route: ROUTE,
  parameters: ['locale', 'name'],
  described: {
    operationId: 'matchNames',
    tag: 'names',
    summary: 'Match names',
    description:
      'Which trees a list of names means, one entry a name and in the same order: scientific names with or without authors, synonyms and common names, also with slips. What is not sure is fuzzy or ambiguous.',
    answer: { description: 'What each name means.', shape: 'NameMatchList', example: NAME_MATCHES },
  },
  async answer({ given, published, base, defaultLocale }) {
    const names = given.all('name') ?? [];
    const { catalogue, revision } = published;
    const locale = given.one('locale') ?? defaultLocale;
    const records = catalogue.snapshot.records[locale];
    const shown = new Map<number, object>();
    const show = (tree: number) => shown.getOrInsertComputed(tree, () => selectFields(records, tree, base));
    const entry = ({ status, tree, candidates }: NameMatch, name: string) => ({
      name,
      status,
      tree: tree === undefined ? null : show(tree),
      candidates: candidates.map(show),
    });
    const data: object[] = [];
    for (const name of names) {
      if (data.length % NAMES_PER_TURN === NAMES_PER_TURN - 1) await pause();
      data.push(entry(catalogue.matchName(name), name));
    }
    const links = { self: `${base}${ROUTE}${given.toQueryString()}` };
    return (json) => {
      json.text(JSON.stringify({ data, meta: { locale, revision }, _links: links }));
      return { locale, contentLanguage: locale, pageLinks: '' };
    };
  },
};

function selectFields(records: MarkedBytes, tree: number, base: string): object {
  const record = readRecord(records, tree, 'record');
  const { self } = record._links;
  return Object.fromEntries(
    MATCHED_TREE_FIELDS.map((name) => [name, name === '_links' ? { self: base + self } : record[name]]),
  );
}
