// In charge of how a scientific name is set: what names the plant in italics; authors, ranks and signs of crossing upright.

export interface NamePart {
  text: string;
  isUpright: boolean;
}

const RANKS = [
  'subsp',
  'ssp',
  'var',
  'subvar',
  'f',
  'fo',
  'forma',
  'subf',
  'nothosubsp',
  'nothovar',
  'convar',
  'cv',
  'sp',
  'spp',
];
/** Between authors. */
const PARTICLES = [
  'ex',
  'et',
  'in',
  'de',
  'da',
  'do',
  'dos',
  'del',
  'la',
  'le',
  'van',
  'von',
  'der',
  'den',
  'al',
  'non',
  'auct',
  'emend',
];
const UPRIGHT = new Set([...RANKS, ...PARTICLES, 'x']);
const EPITHET = /^\p{Ll}[\p{Ll}-]+$/u;

/** Words of one kind that follow each other stand together. */
export function scientificParts(name: string): NamePart[] {
  const parts: NamePart[] = [];
  const words = name.split(' ');
  const genusAt = words[0] === '×' ? 1 : 0;
  for (const [at, word] of words.entries()) {
    const isUpright = !(at === genusAt || isEpithet(word));
    const last = parts.at(-1);
    if (last?.isUpright === isUpright) last.text += ` ${word}`;
    else {
      if (last) last.text += ' ';
      parts.push({ text: word, isUpright });
    }
  }
  return parts;
}

function isEpithet(word: string): boolean {
  return EPITHET.test(word) && !UPRIGHT.has(word);
}
