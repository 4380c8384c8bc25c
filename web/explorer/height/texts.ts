// In charge of the words about how tall trees are.

import type { Locale } from '../../../client/src/index.ts';

interface HeightTexts {
  title: string;
  toScale(trees: string, person: string, house: string): string;
}

export const HEIGHT_TEXTS: Record<Locale, HeightTexts> = {
  en: {
    title: 'Height',
    toScale: (trees, person, house) => `${trees}, beside a person of ${person} and a house of ${house}`,
  },
  es: {
    title: 'Altura',
    toScale: (trees, person, house) => `${trees}, junto a una persona de ${person} y una casa de ${house}`,
  },
};
