// In charge of the words around what is printed.

import type { Locale } from '../../../client/src/index.ts';

interface PrintTexts {
  link: string;
  title: string;
  intro(count: number): string;
  print: string;
  code: string;
}

export const PRINT_TEXTS: Record<Locale, PrintTexts> = {
  en: {
    link: 'Print',
    title: 'To print',
    intro: (count) => (count === 1 ? 'One page of A4.' : `${count} pages of A4, one a species.`),
    print: 'Print',
    code: 'The address of this tree as a QR code',
  },
  es: {
    link: 'Imprimir',
    title: 'Para imprimir',
    intro: (count) => (count === 1 ? 'Una página A4.' : `${count} páginas A4, una por especie.`),
    print: 'Imprimir',
    code: 'La dirección de este árbol como código QR',
  },
};
