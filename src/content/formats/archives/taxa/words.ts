// Understands words that archives use in many languages and spellings: ranks, statuses, languages, yes and no.

import { isLanguage } from '../../../../domain/fields/name-types.ts';
import { trimmed } from '../../../../domain/text.ts';
import { fold } from '../../../../domain/vocabulary.ts';
import { memoize } from '../../../model/memoize.ts';

export type RankKind = 'above' | 'species' | 'below';

export interface Rank {
  name: string;
  kind: RankKind;
}

/** By the English name of a rank, its other spellings; folded, without dots. */
const RANK_WORDS: Record<RankKind, Record<string, string>> = {
  above: {
    domain: 'superkingdom|dominio',
    kingdom: 'regnum|reino|regne|reich|regno|subkingdom',
    phylum: 'division|divisio|filo|embranchement|stamm|abteilung|subphylum|subdivision',
    class: 'classis|clase|classe|klasse|subclass|superclass|infraclass|subclase',
    order: 'ordo|orden|ordre|ordnung|ordine|ordem|suborder|superorder|infraorder|suborden',
    family: 'fam|familia|famille|familie|famiglia|subfamily|superfamily|subfamilia|subfam|sous famille',
    tribe: 'tribus|tribu|trib|subtribe|subtribus|supertribe|tribo',
    genus: 'gen|genero|genre|gattung|genere|subgenus|subgen|subgenero|nothogenus',
    section: 'sectio|seccion|sect|subsection|subsect|series|ser|subseries|sektion',
    clade: 'cohort|group|grupo|unranked',
  },
  species: {
    species:
      'sp|spec|spp|especie|espece|art|specie|especies|nothospecies|nothosp|hybrid|hibrido|hybride|species aggregate|aggregate|agg|microspecies',
  },
  below: {
    subspecies: 'subsp|ssp|sous espece|subespecie|sottospecie|unterart|nothosubspecies|nothosubsp',
    variety:
      'var|varietas|variedad|variete|varietat|varieta|varietaet|subvariety|subvar|nothovariety|nothovar|convariety|convar',
    form: 'f|fo|forma|forme|subform|subforma|subf|forma specialis',
    cultivar: 'cv|cultivated variety|cultivar group',
    infraspecific: 'infraspecies|infraspecificname|infrasp|infraspecific name|infraspecific taxon|strain|race',
  },
};

const ranks = new Map<string, Rank>();
for (const kind of ['above', 'species', 'below'] as const) {
  for (const [name, words] of Object.entries(RANK_WORDS[kind]))
    for (const word of [name, ...words.split('|')]) ranks.set(word, { name, kind });
}

export const SPECIES: Rank = { name: 'species', kind: 'species' };

/** Undefined for a word that is no rank. */
export function rankOf(word: string): Rank | undefined {
  return ranks.get(plain(word));
}

/** The ranks that a tree may have. */
export const TREE_RANKS = Object.keys({ ...RANK_WORDS.species, ...RANK_WORDS.below });

function plain(word: string): string {
  return fold(word.replaceAll('.', ' '));
}

export type StatusKind = 'accepted' | 'synonym' | 'misapplied' | 'doubtful';

const STATUS_WORDS: Record<StatusKind, string[]> = {
  accepted: [
    'accepted|accepted name|valid|valid name|current|currently accepted|correct|preferred|accepte|nom accepte|valide',
    'aceptado|aceptada|nombre aceptado|valido|aceito|nome aceito|akzeptiert|gultig|geaccepteerd|accettato',
    'provisionally accepted|provisionally accepted name',
  ],
  synonym: [
    'synonym|syn|synonyme|sinonimo|sinonimia|synoniem|not accepted|unaccepted|invalid|heterotypic synonym',
    'homotypic synonym|heterotypicsynonym|homotypicsynonym|taxonomic synonym|nomenclatural synonym',
    'objective synonym|subjective synonym|junior synonym|senior synonym|pro parte synonym|proparte synonym',
    'propartesynonym|ambiguous synonym|partial synonym|synonyme heterotypique|synonyme homotypique',
    'sinonimo heterotipico|sinonimo homotipico|basionym|replaced synonym|later homonym|homonym',
    'orthographic variant|superseded',
  ],
  misapplied: ['misapplied|misapplied name|misapplication|mal aplicado|nombre mal aplicado|auct|missapplied'],
  doubtful: [
    'doubtful|unchecked|unplaced|unresolved|ambiguous|uncertain|unknown|dudoso|douteux|incertae sedis',
    'taxon inquirendum|inquirenda|unassessed|not assessed|zweifelhaft|sin resolver',
  ],
};

const statuses = new Map<string, StatusKind>();
for (const kind of Object.keys(STATUS_WORDS) as StatusKind[])
  for (const word of STATUS_WORDS[kind].flatMap((line) => line.split('|'))) statuses.set(word, kind);

/** Undefined for a word that is no status. */
export function statusOf(word: string): StatusKind | undefined {
  return statuses.get(plain(word));
}

/** Codes of three letters that follow the English name. */
const BIBLIOGRAPHIC: Record<string, string> = {
  ...{ alb: 'sq', arm: 'hy', baq: 'eu', bur: 'my', chi: 'zh', cze: 'cs', dut: 'nl', fre: 'fr', geo: 'ka', ger: 'de' },
  ...{ gre: 'el', ice: 'is', mac: 'mk', mao: 'mi', may: 'ms', per: 'fa', rum: 'ro', slo: 'sk', tib: 'bo', wel: 'cy' },
};

/** Languages whose names are known, in English, in Spanish, in French, and in themselves. */
const NAMED_LANGUAGES =
  'af am ar ay az be bg bn br bs ca cs cy da de dv el en eo es et eu fa fi fj fo fr fy ga gd gl gn gu ha he hi hr ht hu hy id ig is it ja jv ka kk km kn ko ku ky la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl no ny oc om or pa pl ps pt qu rm rn ro ru rw sa sd sg si sk sl sm sn so sq sr st su sv sw ta te tg th ti tk tl tn to tr tt ug uk ur uz vi wo xh yo zh zu nah myn';

let languageNames: Map<string, string> | undefined;

function namesOfLanguages(): Map<string, string> {
  const names = new Map<string, string>();
  for (const tag of NAMED_LANGUAGES.split(' ')) {
    for (const speaker of ['en', 'es', 'fr', tag]) {
      const name = new Intl.DisplayNames([speaker], { type: 'language', fallback: 'none' }).of(tag);
      if (name) names.set(fold(name), tag);
    }
  }
  return names.set('castellano', 'es').set('castilian', 'es').set('mandarin', 'zh');
}

const findLanguage = memoize((text: string): string | undefined => {
  const [first, ...others] = text.replaceAll('_', '-').split('-');
  const tag = [BIBLIOGRAPHIC[first.toLowerCase()] ?? first, ...others].join('-');
  if (!isLanguage(tag)) {
    languageNames ??= namesOfLanguages();
    return languageNames.get(fold(text));
  }
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
});

/** The tag of a language, however it is named: `de`, `deu`, `ger`, `de_AT`, `German`, `alemán`, `Deutsch`. */
export function languageTag(written: string): string | undefined {
  return findLanguage(trimmed(written));
}

const YES = new Set(['true', '1', 'yes', 'y', 't', 'si', 's', 'oui', 'ja', 'x', 'preferred', 'verdadero']);

export function isYes(word: string): boolean {
  return YES.has(fold(word));
}
