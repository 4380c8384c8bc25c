// Reads the extensions Multimedia, Image and Reference: images with their licences and creators, other media, literature.

import type { TableRow } from '../tables/row.ts';
import { detach, intern } from '../taxa/detached-text.ts';
import type { Extension } from './extension.ts';

/** The fields of an image, with their terms. */
const PARTS = {
  title: ['title'],
  description: ['description', 'caption'],
  creator: ['creator', 'photographer'],
  license: ['license', 'rights', 'usageTerms'],
  rightsHolder: ['rightsHolder', 'owner'],
  source: ['source', 'references', 'furtherInformationURL'],
  format: ['format'],
  created: ['created', 'createDate'],
};
const ADDRESS = ['identifier', 'accessURI'];
const IMAGE = /^(?:image|stillimage|still image|foto|photo|imagen)\b/i;
const IMAGE_FILE = /\.(?:jpe?g|png|gif|webp|tiff?|svg|avif)(?:\?|$)/i;

export const media: Extension = {
  terms: [...ADDRESS, 'type', ...Object.values(PARTS).flat()],
  read(row, taxon, { reports }) {
    const url = first(row, ADDRESS);
    if (url === '') {
      const message = 'Rows have no address of a file: give identifier.';
      reports.warnOnce('doubtful-value', row.place('identifier'), message);
      return;
    }
    const parts = Object.entries(PARTS).map(([name, terms]) => [name, intern(first(row, terms))] as const);
    const item = { url: detach(url), ...Object.fromEntries(parts.filter(([, text]) => text)) };
    const [type, format] = [row.value('type'), row.value('format')];
    const isImage =
      IMAGE.test(type) || /^image\//i.test(format) || (type === '' && format === '') || IMAGE_FILE.test(url);
    if (!isImage) taxon.addTo('media', { ...item, type });
    else {
      const images = (taxon.facts.get('images')?.value ?? []) as (typeof item)[];
      taxon.facts.set('images', { term: 'identifier', value: [...images, item] });
      taxon.comesFrom(row, 'identifier');
    }
  },
};

const CITATION = ['author', 'creator', 'date', 'title', 'source', 'identifier'];

export const references: Extension = {
  terms: ['bibliographicCitation', ...CITATION],
  read(row, taxon) {
    const parts = CITATION.map((term) => row.value(term)).filter(Boolean);
    const text = row.value('bibliographicCitation') || parts.join('. ');
    if (text !== '') taxon.addTo('bibliography', detach(text));
  },
};

function first(row: TableRow, terms: string[]): string {
  return terms.map((term) => row.value(term)).find(Boolean) ?? '';
}
