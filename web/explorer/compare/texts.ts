// In charge of the words for comparing trees.

import type { Locale } from '../../../client/src/index.ts';

interface CompareTexts {
  title: string;
  add: string;
  addOf(name: string): string;
  basket: string;
  go(count: number): string;
  one: string;
  remove(name: string): string;
  clear: string;
  more: string;
  missing(slug: string): string;
  none: string;
  withRelated: string;
}

export const COMPARE_TEXTS: Record<Locale, CompareTexts> = {
  en: {
    title: 'Side by side',
    add: 'Compare',
    addOf: (name) => `Compare ${name}`,
    basket: 'To compare',
    go: (count) => `Compare ${count} trees`,
    one: 'Choose one more to compare.',
    remove: (name) => `Take ${name} out`,
    clear: 'Clear',
    more: 'Up to four trees stand side by side. Choose others on their cards or pages.',
    missing: (slug) => `The catalogue has no tree “${slug}”.`,
    none: 'There is nothing to compare yet.',
    withRelated: 'Compare with related trees',
  },
  es: {
    title: 'Lado a lado',
    add: 'Comparar',
    addOf: (name) => `Comparar ${name}`,
    basket: 'Para comparar',
    go: (count) => `Comparar ${count} árboles`,
    one: 'Elija otro más para comparar.',
    remove: (name) => `Quitar ${name}`,
    clear: 'Vaciar',
    more: 'Caben hasta cuatro árboles. Elija otros en sus fichas o en sus páginas.',
    missing: (slug) => `El catálogo no tiene ningún árbol «${slug}».`,
    none: 'Todavía no hay nada que comparar.',
    withRelated: 'Comparar con árboles emparentados',
  },
};
