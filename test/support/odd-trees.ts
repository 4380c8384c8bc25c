// Trees that are hard to show: words without an end, writing from right to left, emoji, marks upon marks, markup, and lists of hundreds.

const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const HTML = '<img src=x onerror=alert(1)><b>Fat</b> & "quoted" </script><script>alert(2)</script>';
const ARABIC = 'شجرة الزيتون المباركة في حوض البحر الأبيض المتوسط';
const HEBREW = 'עץ הזית העתיק ‏(Olea europaea)‏';
const EMOJI = '🌳👩🏽‍🌾🏳️‍🌈🌲🌴🎋🪵🍃🍂🍁🌺🌸🌼🌻🪻🌷🥀🌹🏵️💐';
const MARKS = `Z${'\u0335\u0321\u0322\u0311\u0308\u0304'.repeat(6)}algo`;
const LINES = `${LONG}\n\n| a | b |\n|---|---|\n| ${LONG} | ${LONG.repeat(3)} |\n\n\`\`\`\n${'code '.repeat(80)}\n\`\`\`\n\n- ${LONG}\n  - ${LONG}\n\n> ${LONG}\n\n<div>${HTML}</div>`;

const NAMES = [LONG, HTML, ARABIC, HEBREW, EMOJI, MARKS, 'I', `${LONG} ${LONG} ${LONG}`, '日本の木'.repeat(20), '👍'];
const many = (count: number, text: string) => Array.from({ length: count }, (_, index) => `${text} ${index}`);

/** A table of them, a row each. */
export const ODD_TREES = NAMES.map((name, index) => ({
  slug: `odd-${index}`,
  'title.en': name,
  'title.es': name,
  scientificName: `Quercus ${index === 0 ? LONG.toLowerCase() : `odd${index}`}`,
  scientificNameAuthorship: index % 2 ? `${HTML} ex ${LONG}` : null,
  family: index % 3 ? `${LONG}aceae` : `Family${index}aceae`,
  conservationStatus: ['CR', 'LC', 'EX', 'DD'][index % 4],
  'description.en': `${name} ${LONG.repeat(3)} ${HTML}`,
  'description.es': `${name} ${ARABIC.repeat(4)}`,
  'body.en': LINES,
  'body.es': `${HEBREW}\n\n${LINES}`,
  'tags.en': [...many(30, 'tag'), LONG, EMOJI, ARABIC],
  'tags.es': [...many(30, 'etiqueta'), LONG, HTML],
  distribution: ['Brazil', 'Central America', LONG, ARABIC, ...many(40, 'Region')],
  floweringSeason: 'all-year',
  fruitingSeason: ['february', 'december'],
  synonyms: many(60, 'Quercus longissima'),
  commonNames: [
    { name: LONG, language: 'de' },
    { name: ARABIC, language: 'ar' },
    { name: EMOJI, language: 'en' },
  ],
  'maxHeight.en': index % 2 ? '4000 m' : '3 cm',
  'uses.en': many(40, LONG),
  images: [{ url: `https://example.org/${LONG}.jpg`, title: HTML, creator: LONG }],
  more: { [LONG]: LONG, html: HTML, list: many(100, 'x') },
}));
