// In charge of the words and signs that stand in scientific names beside what names the plant, in lower case and without their dots.

export const RANKS = wordSet(
  'subsp ssp sbsp subspec subspecies subesp subespecie var variety varietas variedad subvar f fo fma form forma subf subforma ' +
    'agamosp agamossp agamovar fm morph nothosubsp nothossp nothovar nvar nothof nothofo convar',
);
export const DOUBTS = wordSet('cf cfr aff affin prox nr ? ¿');
/** What follows is no epithet: it says that the species is unknown, or names a group of species. */
export const ANY_SPECIES = wordSet(
  'sp spp spec species indet sect subsect subgen subg trib subtrib supertrib tr subtr fam subfam div ' +
    'nothosect nothogen nothoser nothosubgen',
);
export const CROSSES = wordSet('× x');
/** Of authors, which begin with small letters too, and what is said of how a name was published. */
export const PARTICLES = wordSet(
  "ex et and und y e in apud al auf aus d da de del della dem den der des di du el la le van von vom 't ’t in't in’t van't van’t " +
    'v zu zum zur bis fil filius hort emend nom nud illeg inval cons rej superfl ambig comb stat nov ined orth pers comm tab fig vol ' +
    'ed ser pro parte ms mss',
);
/** Author particles after an epithet; directly after a genus they are epithets. */
export const LATE_PARTICLES = wordSet(
  'ab af anon dal dalla das degli dei dela dell delle dello do dos i las los te ten ter toe ver',
);
/** Who meant something else by the name, or what is not meant. */
export const DENIALS = wordSet('non nec not excl exclud excluding except sensu auct auctt auctorum');
/** In the wide or the narrow sense is still the same plant. */
export const SENSES = wordSet('l lat lato ampl s str stricto');
/** Between two authors or, right after a name, two names. */
export const LINKS = wordSet('& et and und y e');
/** What another name follows. */
export const SEPARATORS = wordSet('; / \\ | = ≡ + < > or o u ou oder vel syn syns synonym synonyms sinónimo sinonimo');
export const DASHES = wordSet('- – —');
export const OPENING = wordSet('( [ {');
export const CLOSING = wordSet(') ] }');
export const QUOTES = wordSet('" \' ‘ ’ ‚ “ ” „ « » ` ´');
/** Those that say nothing of what the name means. */
export const NOTES = wordSet(', ; : . & * † ‡ §');

export const SPECIAL: ReadonlySet<string> = new Set(
  [RANKS, DOUBTS, ANY_SPECIES, CROSSES, PARTICLES, LATE_PARTICLES, DENIALS, LINKS, SEPARATORS].flatMap((words) => [
    ...words,
  ]),
);

function wordSet(words: string): Set<string> {
  return new Set(words.split(' '));
}

const LONGEST_SPECIAL = Math.max(...Array.from(SPECIAL, ({ length }) => length));

/** Whether a word is no epithet, however it is written. */
export function isSpecial(word: string): boolean {
  return word.length <= LONGEST_SPECIAL && SPECIAL.has(word.toLowerCase());
}
