// In charge of what a preview says, in either language. What is found in content is told in English, as the command tells it.

import type { Locale } from '../../../client/src/index.ts';

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

interface PreviewTexts {
  title(source: string): string;
  good(trees: number): string;
  broken(errors: number): string;
  /** Behind it: what is shown meanwhile. */
  lastGood: string;
  nothingYet: string;
  warnings(warnings: number): string;
  lost: string;
  ofThisTree: string;
  all: string;
  more(number: number): string;
  error: string;
  warning: string;
}

export const PREVIEW_TEXTS: Record<Locale, PreviewTexts> = {
  en: {
    title: (source) => `Preview of ${source}, not published`,
    good: (trees) => `The content is good: ${count(trees, 'tree', 'trees')}.`,
    broken: (errors) => `The content has ${count(errors, 'error', 'errors')}.`,
    lastGood: 'What is shown is how it was before.',
    nothingYet: 'It is shown as soon as it has none.',
    warnings: (warnings) => `${count(warnings, 'warning', 'warnings')}.`,
    lost: 'The preview does not answer: was it stopped?',
    ofThisTree: 'About this tree',
    all: 'All findings',
    more: (number) => `… and ${number} more`,
    error: 'Error',
    warning: 'Warning',
  },
  es: {
    title: (source) => `Vista previa de ${source}, sin publicar`,
    good: (trees) => `El contenido está bien: ${count(trees, 'árbol', 'árboles')}.`,
    broken: (errors) => `El contenido tiene ${count(errors, 'error', 'errores')}.`,
    lastGood: 'Se muestra como estaba antes.',
    nothingYet: 'Se mostrará en cuanto no tenga ninguno.',
    warnings: (warnings) => `${count(warnings, 'advertencia', 'advertencias')}.`,
    lost: 'La vista previa no responde: ¿se ha detenido?',
    ofThisTree: 'Sobre este árbol',
    all: 'Todo lo encontrado',
    more: (number) => `… y ${number} más`,
    error: 'Error',
    warning: 'Advertencia',
  },
};
