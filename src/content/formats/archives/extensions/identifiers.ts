// Reads identifiers in other catalogues, from the extension Identifier and from taxonIDs that are plainly one.

import { type RegisterName, wrongIdentifier } from '../../../../domain/identifiers.ts';
import { slugLike } from '../../../../domain/slugs.ts';
import { detach } from '../taxa/detached-text.ts';
import type { Taxon } from '../taxa/taxon.ts';
import type { Extension } from './extension.ts';

/** The forms of identifiers. Their groups are the identifiers themselves. */
const FORMS: [RegisterName, RegExp][] = [
  ['wfo', /^(?:https?:\/\/(?:www\.|list\.)?worldfloraonline\.org\/(?:taxon\/)?|wfo:)?(wfo-\d{10}(?:-\d{4}-\d{2})?)$/i],
  ['ipni', /^(?:https?:\/\/(?:www\.)?ipni\.org\/(?:n\/|\?q=)?|ipni:)?(urn:lsid:ipni\.org:names:\d{1,12}-\d)$/i],
  ['ipni', /^(?:https?:\/\/(?:www\.)?ipni\.org\/n\/|ipni:)(\d{1,12}-\d)$/i],
  ['gbif', /^(?:https?:\/\/(?:www\.|api\.)?gbif\.org\/(?:v1\/)?species\/|gbif:)(\d{1,12})$/i],
  ['iucn', /^(?:https?:\/\/(?:www\.|apiv3\.)?iucnredlist\.org\/species\/|iucn:)(\d{1,12}(?:\/\d{1,12})?)$/i],
];

export const identifiers: Extension = {
  terms: ['identifier', 'title', 'format', 'datasetID'],
  read(row, taxon) {
    const text = row.value('identifier');
    if (text === '') return;
    const title = slugLike(row.value('title') || row.value('format') || 'other');
    if (takePlain(taxon, text)) taxon.comesFrom(row, 'identifier');
    else put(taxon, wrongIdentifier(title, text) === undefined ? title : `${title}-identifier`, text);
  },
};

/** Returns whether the text is an identifier of a known catalogue. */
export function takePlain(taxon: Taxon, text: string): boolean {
  for (const [register, pattern] of FORMS) {
    const found = pattern.exec(text)?.[1];
    if (!found) continue;
    put(taxon, register, found);
    return true;
  }
  return false;
}

/** The first of a catalogue is the identifier; others become an attribute. */
function put(taxon: Taxon, register: string, text: string): void {
  const identifiers = (taxon.facts.get('identifiers')?.value ?? {}) as Record<string, string>;
  if (identifiers[register] === undefined || identifiers[register] === text)
    taxon.facts.set('identifiers', { term: 'identifier', value: { ...identifiers, [register]: detach(text) } });
  else taxon.addTo('otherIdentifiers', `${register}:${text}`);
}
