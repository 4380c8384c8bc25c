import { setImmediate as pause } from 'node:timers/promises';
import { API_PREFIX, fold } from '../../domain/vocabulary.ts';
import { FAMILY_MARKS } from '../../snapshot/layout.ts';
import { FAMILY_LIST } from '../openapi/examples.ts';
import { FAMILY_VIEW, NARROWING_PARAMETERS } from '../query/parameters.ts';
import { type ParsedQuery, toTreesQuery } from '../query/parsed-query.ts';
import { invalidParameters } from '../response/problems.ts';
import type { Answer, JsonOperation, Question, WriteAnswer } from './operation.ts';

const ROUTE = `${API_PREFIX}/families`;

export const listFamilies: JsonOperation = {
  route: ROUTE,
  parameters: ['locale', ...NARROWING_PARAMETERS, 'view'],
  variants: { view: FAMILY_VIEW },
  described: {
    operationId: 'listFamilies',
    tag: 'families',
    summary: 'List families',
    description:
      'Every botanical family of the catalogue with the number of its species, by name. With `view=detail` the families of the trees that filters and search find, with how many of these are assessed and threatened, and the genera of families that are named by the filter.',
    answer: { description: 'The families.', shape: 'FamilyList', example: FAMILY_LIST },
  },
  answer(question) {
    const { given } = question;
    if (given.one('view') === 'detail') return answerCounted(question);
    const narrowing = NARROWING_PARAMETERS.filter((name) => given.all(name) !== undefined);
    const message = 'unknown parameter; with view=detail it chooses the trees that are counted';
    return narrowing.length === 0
      ? answerPrepared(question)
      : invalidParameters(narrowing.map((parameter) => ({ parameter, message })));
  },
};

function answerPrepared({ given, published, base, defaultLocale, json }: Question): Answer {
  const { catalogue, revision } = published;
  const { families, trees } = catalogue.snapshot;
  const locale = given.one('locale') ?? defaultLocale;
  const totalFamilies = (families[locale].marks.length - 1) / FAMILY_MARKS.length;
  const meta = { totalFamilies, totalSpecies: trees, locale, revision };
  json
    .text('{"data":[')
    .families(families[locale])
    .text(`],"meta":${JSON.stringify(meta)},"_links":${JSON.stringify(linksOf(given, base))}}`);
  return { locale, contentLanguage: locale, pageLinks: '' };
}

/** Counts the families of selected trees, with turns for other requests. */
async function answerCounted({ given, published, base, defaultLocale }: Question): Promise<WriteAnswer> {
  const { catalogue, revision } = published;
  const question = toTreesQuery(given, defaultLocale);
  const { locale } = question;
  const trees = catalogue.treesOf(question);
  await pause();
  const families = catalogue.families.count(trees, locale);
  const genera = given.all('family') && (await catalogue.families.genera(trees, locale));
  await pause();
  const data = families.map((family) => ({
    ...family,
    ...(genera && { genera: genera.get(fold(family.name)) }),
    _links: { trees: treesLink(given, base, { family: family.name, locale }) },
  }));
  const meta = { totalFamilies: families.length, totalSpecies: trees.length, locale, revision };
  return (json) => {
    json.text(JSON.stringify({ data, meta, _links: linksOf(given, base) }));
    return { locale, contentLanguage: locale, pageLinks: '' };
  };
}

function linksOf(given: ParsedQuery, base: string): object {
  return { self: `${base}${ROUTE}${given.toQueryString()}`, trees: treesLink(given, base) };
}

/** Lists exactly the trees that were counted; `fixed` replaces parameters. */
function treesLink(given: ParsedQuery, base: string, fixed: Record<string, string> = {}): string {
  const query = new URLSearchParams(fixed);
  for (const name of ['locale', ...NARROWING_PARAMETERS] as const) {
    if (!(name in fixed)) for (const value of given.all(name) ?? []) query.append(name, String(value));
  }
  return `${base}${API_PREFIX}/trees${query.size > 0 ? `?${query}` : ''}`;
}
