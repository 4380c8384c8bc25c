// A tree to start from.

import { FACT_NAMES, FIELDS, type FieldName, TEXT_NAMES } from '../../src/domain/fields/fields.ts';
import type { Tree, TreeText } from '../../src/domain/tree.ts';

const nothing = (names: FieldName[]) => Object.fromEntries(names.map((name) => [name, FIELDS[name].type.none]));

export function makeText(text: Partial<TreeText> = {}): TreeText {
  const required = { title: 'Kapok', description: 'A tall tree.' };
  return { ...nothing(TEXT_NAMES), ...required, attributes: {}, ...text } as TreeText;
}

export function makeTree(tree: Partial<Tree> = {}): Tree {
  const required = { slug: 'ceiba-pentandra', scientificName: 'Ceiba pentandra', family: 'Malvaceae' };
  return { ...nothing(FACT_NAMES), ...required, texts: { en: makeText() }, ...tree } as Tree;
}
