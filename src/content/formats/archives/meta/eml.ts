// Reads what an archive says of itself (EML): its title, licence, citation and language.

import { type Element, findElement, parseXml, textInside } from './xml.ts';

export interface Dataset {
  title: string;
  license: string;
  citation: string;
  language: string;
  /** Whether it is an export of a catalogue like this one: its identifiers are slugs, and all its rows are trees. */
  isOwn: boolean;
}

export const NO_DATASET: Dataset = { title: '', license: '', citation: '', language: '', isOwn: false };

/** Throws an XmlError. */
export function readEml(text: string): Dataset {
  const root = parseXml(text);
  const dataset = findElement(root, 'dataset') ?? root;
  const textOf = (element: Element | undefined) => (element ? textInside(element) : '');
  const childText = (name: string) => textOf(dataset.children.find((each) => each.name === name));
  return {
    title: childText('title'),
    license: licenseOf(dataset),
    citation: textOf(findElement(root, 'citation')),
    language: childText('language'),
    isOwn: root.attributes.get('system') === 'sylva',
  };
}

/** The address of the licence if there is one, or else what is written. */
function licenseOf(dataset: Element): string {
  const rights = dataset.children.find(({ name }) => name === 'licensed' || name === 'intellectualRights');
  if (!rights) return '';
  const link = findElement(rights, 'ulink')?.attributes.get('url') ?? findElement(rights, 'url')?.text;
  return (link ?? textInside(rights)).trim();
}
