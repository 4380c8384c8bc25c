// In charge of what an operation of the API is: a route, its parameters, and how it answers.

import type { Pieces } from '../catalogue/pieces.ts';
import type { Locale } from '../vocabulary.ts';
import type { Given } from './given.ts';
import type { ParameterName } from './parameters.ts';
import type { Problem } from './problem.ts';
import type { Published } from './service.ts';

export const API_PREFIX = '/api/v1';

export interface Question {
  published: Published;
  given: Given;
  /** Of the tree that the path names, if it names one. */
  slug: string;
  defaultLocale: Locale;
  /** The public address in front of every link, or nothing. */
  base: string;
  /** Where the body is put together. */
  pieces: Pieces;
}

export interface Answer {
  /** What was asked for. */
  locale: Locale;
  /** That of the text that is served. */
  contentLanguage: Locale;
  /** The links to other pages, as the header `Link` has them, or nothing. */
  pageLinks: string;
}

export interface Operation {
  pattern: string;
  parameters: readonly ParameterName[];
  answer(question: Question): Answer | Problem;
}
