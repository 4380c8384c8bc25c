// In charge of which words the explorer needs. A language that lacks one does not compile.

import type { Change, ConservationStatus, Locale } from '../../client/src/index.ts';
import type { AssessmentScope } from '../../src/domain/fields/assessment.ts';
import type { Filter, Ordering } from './address.ts';
import type { Column } from './look.ts';
import type { Shortcut } from './shortcuts.ts';
import { en } from './texts-en.ts';
import { es } from './texts-es.ts';
import type { ThreatStep } from './threat.ts';

type Word =
  | 'tagline'
  | 'skip'
  | 'sections'
  | 'trees'
  | 'families'
  | 'calendar'
  | 'changes'
  | 'reference'
  | 'usagePolicy'
  | 'contact'
  | 'language'
  | 'signOut'
  | 'loading'
  | `key${'Title' | 'Intro' | 'Label' | 'Hint' | 'Keep' | 'KeepHint' | 'Refused' | 'Submit' | 'Ask'}`
  | 'search'
  | 'searchHint'
  | 'filters'
  | 'showFewer'
  | 'searchWithin'
  | 'noSuchValue'
  | 'clear'
  | 'oldResults'
  | 'noneFound'
  | 'noneFoundHint'
  | 'didYouMean'
  | 'alsoCalled'
  | 'synonym'
  | 'sort'
  | 'bestMatch'
  | `download${'' | 'Csv' | 'CsvHint' | 'NdjsonHint' | 'DwcaHint' | 'Cancel' | 'Failed' | 'Done'}`
  | 'pages'
  | 'pageWord'
  | 'letters'
  | 'random'
  | 'recent'
  | 'first'
  | 'last'
  | 'previous'
  | 'next'
  | 'allTrees'
  | 'facts'
  | 'year'
  | 'flowering'
  | 'fruiting'
  | 'wholeYear'
  | 'unrecorded'
  | 'status'
  | 'related'
  | 'images'
  | 'otherLanguage'
  | 'asTable'
  | 'commonName'
  | 'species'
  | 'calendarTitle'
  | 'calendarIntro'
  | 'calendarOf'
  | 'genera'
  | 'genus'
  | 'threatenedOfAssessed'
  | 'threatLegend'
  | `changes${'Title' | 'None' | 'Since' | 'Show' | 'Earlier' | 'Expired' | 'ExpiredHint'}`
  | `removed${'' | 'Title'}`
  | 'call'
  | 'callIntro'
  | 'callLinks'
  | 'copy'
  | 'copied'
  | 'copyFailed'
  | `${'limited' | 'unreachable' | 'empty' | 'missing'}${'' | 'Title'}`
  | `map${'' | 'Title' | 'Hint' | 'Legend' | 'Failed'}`
  | 'rangeTitle'
  | 'asList'
  | 'cards'
  | 'table'
  | 'columnsTitle'
  | 'dense'
  | 'keys'
  | 'keysOn'
  | 'close'
  | 'copyCitation'
  | 'copyLink'
  | 'cited'
  | 'tryNow'
  | 'refused'
  | 'refusedTitle';

export type FactName =
  | 'family'
  | 'nativeRegion'
  | 'maxHeight'
  | 'elevation'
  | 'uses'
  | 'distribution'
  | 'tags'
  | 'commonNames'
  | 'synonyms'
  | 'toxicityLevel'
  | 'toxicParts'
  | 'skinContactRisk'
  | 'allergenRisk'
  | 'identifiers'
  | 'updatedAt';

/** A number, and as it is shown. */
type Counted = readonly [count: number, shown: string];

/** Numbers come as they are shown; where a word depends on one, it comes as it is too. */
interface Phrases {
  remaining(left: string, limit: string): string;
  showAll(count: string): string;
  remove(name: string, value: string): string;
  found(count: number, shown: string): string;
  showMost(count: string): string;
  searchIn(filter: string): string;
  ofPages(pages: string): string;
  noSuchPage(page: string, count: number, pages: string): string;
  otherTaxa(count: string): string;
  familiesOf(families: Counted, species: Counted): string;
  generaIntro(common: string | null, genera: Counted, species: Counted): string;
  threatened(count: number, shown: string, assessed: string): string;
  regionCount(name: string, count: number, shown: string): string;
  image(number: number): string;
  familiesIntro(families: string, species: string): string;
  familyName(name: string, common: string | null, count: number, shown: string): string;
  inMonth(what: string, month: string, count: number, shown: string): string;
  downloading(amount: string): string;
  retryIn(seconds: number): string;
  changesIntro(count: number, shown: string, since: string, revision: string): string;
  changeKind(change: Change['change'], count: number, shown: string): string;
  wrongValue(name: string, value: string): string;
  citedIn(catalogue: string): string;
  copyOf(what: string): string;
  seconds(count: number): string;
  criteria(criteria: string): string;
}

export type Texts = Record<Word, string> &
  Phrases & {
    filterNames: Record<Filter, string>;
    factNames: Record<FactName, string>;
    /** Ascending, descending. */
    orderings: Record<Ordering['sort'], [string, string]>;
    columns: Record<Column | 'title', string>;
    shortcuts: Record<Shortcut, string>;
    statuses: Record<ConservationStatus, string>;
    threatSteps: Record<ThreatStep, string>;
    /** What an assessment was about. */
    scopes: Record<AssessmentScope, string>;
  };

export const TEXTS: Record<Locale, Texts> = { en, es };
