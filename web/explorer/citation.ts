// In charge of how a tree's page is cited.

import type { TreeDetail } from '../../client/src/index.ts';

interface Where {
  address: string;
  revision: string;
  catalogue: string;
}

/** Such as “Ceiba pentandra (L.) Gaertn. In: Sylva, a catalogue of trees, revision r12. https://…”. */
export function citationOf(tree: TreeDetail, { address, revision, catalogue }: Where): string {
  const name = [tree.scientificName, tree.scientificNameAuthorship].filter(Boolean).join(' ');
  return `${withStop(name)} ${catalogue}, ${revision}. ${address}`;
}

const withStop = (text: string) => (text.endsWith('.') ? text : `${text}.`);
