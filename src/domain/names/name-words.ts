// Lists the words and signs in scientific names that don't name the plant: in lower case, without their dots.

export const RANKS = wordSet(
  'subsp ssp sbsp subspec subspecies subesp subespecie var variety varietas variedad subvar f fo fma form forma subf subforma ' +
    'agamosp agamossp agamovar fm morph nothosubsp nothossp nothovar nvar nothof nothofo convar',
);
export const DOUBTS = wordSet('cf cfr aff affin prox nr ? ¿');
/** They mean that the species is unknown, or that the name is of a group of species. */
export const ANY_SPECIES = wordSet(
  'sp spp spec species indet sect subsect subgen subg trib subtrib supertrib tr subtr fam subfam div ' +
    'nothosect nothogen nothoser nothosubgen',
);
export const CROSSES = wordSet('× x');
/** Parts of authors' names in lower case, and remarks on how a name was published. */
export const PARTICLES = wordSet(
  "ex et and und y e in apud al auf aus d da de del della dem den der des di du el la le van von vom 't ’t in't in’t van't van’t " +
    'v zu zum zur bis fil filius hort emend nom nud illeg inval cons rej superfl ambig comb stat nov ined orth pers comm tab fig vol ' +
    'ed ser pro parte ms mss',
);
/** Particles after an epithet; directly after a genus they are epithets. */
export const LATE_PARTICLES = wordSet(
  'ab af anon dal dalla das degli dei dela dell delle dello do dos i las los te ten ter toe ver',
);
/** They introduce what is not meant. */
export const DENIALS = wordSet('non nec not excl exclud excluding except sensu auct auctt auctorum');
/** In the wide or the narrow sense: it is the same plant. */
export const SENSES = wordSet('l lat lato ampl s str stricto');
/** They link two authors or, right after a name, two names. */
export const LINKS = wordSet('& et and und y e');
/** They introduce another name. */
export const SEPARATORS = wordSet('; / \\ | = ≡ + < > or o u ou oder vel syn syns synonym synonyms sinónimo sinonimo');
export const DASHES = wordSet('- – —');
export const OPENING = wordSet('( [ {');
export const CLOSING = wordSet(') ] }');
export const QUOTES = wordSet('" \' ‘ ’ ‚ “ ” „ « » ` ´');
/** Signs without a meaning for the name. */
export const NOTES = wordSet(', ; : . & * † ‡ §');

export const SPECIAL = [
  RANKS,
  DOUBTS,
  ANY_SPECIES,
  CROSSES,
  PARTICLES,
  LATE_PARTICLES,
  DENIALS,
  LINKS,
  SEPARATORS,
].reduce((all, words) => all.union(words));

export function wordSet(words: string): Set<string> {
  return new Set(words.split(' '));
}

export function isSpecial(word: string): boolean {
  return SPECIAL.has(word.toLowerCase());
}
