import { API_PREFIX } from '../../domain/vocabulary.ts';
import { MAP } from '../openapi/examples.ts';
import type { Published } from '../pipeline/service.ts';
import type { JsonOperation } from './operation.ts';

const ROUTE = `${API_PREFIX}/map`;

export const getMap: JsonOperation = {
  route: ROUTE,
  parameters: ['locale'],
  described: {
    operationId: 'getMap',
    tag: 'trees',
    summary: 'Get the map',
    description:
      'The map that the catalogue brings, to be drawn: its regions as SVG paths, under the names that trees have in `distribution`. Answers about trees lead to it where there is one.',
    answer: { description: 'The map, or null where the catalogue brings none.', shape: 'MapAnswer', example: MAP },
  },
  answer({ given, published, base, defaultLocale, json }) {
    const { catalogue, revision } = published;
    const locale = given.one('locale') ?? defaultLocale;
    json
      .text(`{"data":${catalogue.snapshot.map ?? 'null'},"meta":{"locale":"${locale}","revision":"${revision}"},`)
      .text(`"_links":{"self":"${base}${ROUTE}${given.toQueryString()}"}}`);
    return { locale, contentLanguage: locale, pageLinks: '' };
  },
};

/** A further JSON member of links; empty if the catalogue has no map. */
export function mapLink({ catalogue }: Published, base: string): string {
  return catalogue.snapshot.map ? `,"map":"${base}${ROUTE}"` : '';
}
