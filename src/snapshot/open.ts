// In charge of a snapshot as its readers see it: typed views of its sections, nothing parsed and nothing copied.

import { LOCALES, type Locale } from '../vocabulary.ts';
import { type DecodeOptions, decode, type Sections } from './format.ts';
import { FILTERS, type Filter, MOST_SHORT_VALUES } from './layout.ts';
import { Lists } from './lists.ts';
import { Postings } from './postings.ts';
import { Strings } from './strings.ts';

export interface Snapshot {
  /** The hash of its bytes. */
  hash: string;
  /** How many bytes it has. */
  size: number;
  trees: number;
  slugs: Strings;
  records: Record<Locale, Marked>;
  families: Record<Locale, Marked>;
  related: Uint32Array;
  orders: Uint32Array;
  ranks: Uint32Array;
  /** Signed, as the bit operations of JavaScript are: reading them as unsigned costs them four times the time. */
  bitmaps: Int32Array;
  facets: Record<Filter, Facet>;
  /** How many trees have a value, those of all filters one after the other. */
  counts: Uint32Array;
  /** For each tree the values that it has, numbered as the counts are. */
  values: { offsets: Uint32Array; numbers: Uint16Array | Uint32Array };
  terms: Record<Locale, Terms>;
  names: { keys: Strings; trees: Lists };
}

/** Bytes one after the other, with marks at the places that readers need. */
export interface Marked {
  bytes: Buffer;
  marks: Uint32Array;
}

export interface Facet {
  keys: Strings;
  /** Where its values begin and end among those of all filters. */
  firstValue: number;
  endValue: number;
  counts: Uint32Array;
  /** The number of a value's bitmaps, or NO_TREE where its trees are a list. */
  dense: Uint32Array;
  trees: Lists;
  labels: Record<Locale, Strings>;
  /** The values that records of a locale show, in their order. */
  shown: Record<Locale, Uint32Array>;
}

export interface Terms {
  keys: Strings;
  names: Postings;
  any: Postings;
}

export function openSnapshot(bytes: Uint8Array, options: DecodeOptions = {}): Snapshot {
  const sections = decode(bytes, options);
  return {
    hash: sections.hash,
    size: bytes.byteLength,
    trees: sections.meta.trees,
    slugs: new Strings(sections, 'slugs'),
    records: byLocale((locale) => openMarked(sections, `records.${locale}`)),
    families: byLocale((locale) => openMarked(sections, `families.${locale}`)),
    related: sections.numbers('related'),
    orders: sections.numbers('orders'),
    ranks: sections.numbers('ranks'),
    bitmaps: sections.words('bitmaps'),
    facets: openFacets(sections),
    counts: sections.numbers('counts'),
    values: openValues(sections),
    terms: byLocale((locale) => openTerms(sections, `terms.${locale}`)),
    names: { keys: new Strings(sections, 'names'), trees: new Lists(sections, 'names.trees') },
  };
}

function byLocale<T>(open: (locale: Locale) => T): Record<Locale, T> {
  return Object.fromEntries(LOCALES.map((locale) => [locale, open(locale)])) as Record<Locale, T>;
}

function openMarked(sections: Sections, name: string): Marked {
  return { bytes: sections.bytes(`${name}.bytes`), marks: sections.numbers(`${name}.marks`) };
}

function openTerms(sections: Sections, name: string): Terms {
  return {
    keys: new Strings(sections, name),
    names: new Postings(sections, `${name}.names`),
    any: new Postings(sections, `${name}.any`),
  };
}

function openFacets(sections: Sections): Snapshot['facets'] {
  let firstValue = 0;
  const facets = FILTERS.map((filter) => {
    const facet = openFacet(sections, filter, firstValue);
    firstValue = facet.endValue;
    return [filter, facet];
  });
  return Object.fromEntries(facets);
}

function openValues(sections: Sections): Snapshot['values'] {
  const areShort = sections.numbers('counts').length <= MOST_SHORT_VALUES;
  return {
    offsets: sections.numbers('values.offsets'),
    numbers: areShort ? sections.shortNumbers('values.numbers') : sections.numbers('values.numbers'),
  };
}

function openFacet(sections: Sections, filter: Filter, firstValue: number): Facet {
  const keys = new Strings(sections, `${filter}.keys`);
  const endValue = firstValue + keys.length;
  return {
    keys,
    firstValue,
    endValue,
    counts: sections.numbers('counts').subarray(firstValue, endValue),
    dense: sections.numbers(`${filter}.dense`),
    trees: new Lists(sections, `${filter}.trees`),
    labels: byLocale((locale) => new Strings(sections, `${filter}.labels.${locale}`)),
    shown: byLocale((locale) => sections.numbers(`${filter}.shown.${locale}`)),
  };
}
