// In charge of what an operation of the API is: a route, its parameters, how it answers, and what the document says of it.

import type { ExportQuery } from '../../catalogue/export/export.ts';
import type { JsonWriter } from '../../catalogue/json-writer.ts';
import type { Locale } from '../../domain/vocabulary.ts';
import type { ShapeName } from '../openapi/shapes.ts';
import type { Published } from '../pipeline/service.ts';
import type { ParameterName, Variants } from '../query/parameters.ts';
import type { ParsedQuery } from '../query/parsed-query.ts';
import type { Problem } from '../response/problems.ts';

export interface Question {
  published: Published;
  given: ParsedQuery;
  /** What stands where the route has a name in braces; empty where it has none. */
  slug: string;
  defaultLocale: Locale;
  /** Seconds: the longest time that a client may be asked to wait. */
  rateWindow: number;
  /** The public address in front of every link, or nothing. */
  base: string;
  /** Where the body is written. */
  json: JsonWriter;
}

export interface Answer {
  /** What was asked for. */
  locale: Locale;
  /** That of the text that is served. */
  contentLanguage: Locale;
  /** The links to other pages, as the header `Link` has them, or nothing. */
  pageLinks: string;
}

/** Where what was asked for is now. */
export interface Redirect {
  location: string;
}

interface AnyOperation<Described> {
  /** The path, which is also its label in log and metrics. Its last part may be a name in braces: any text. */
  route: string;
  parameters: readonly ParameterName[];
  /** Those of them that may be something else here. */
  variants?: Variants;
  /** What the OpenAPI document says of it. */
  described: {
    operationId: string;
    tag: 'trees' | 'families' | 'names';
    summary: string;
    description: string;
    answer: Described;
    /** What it means to be led elsewhere, where that may happen. */
    redirect?: string;
  };
}

export interface JsonAnswer {
  description: string;
  shape: ShapeName;
  example: unknown;
}

export interface FileAnswer {
  description: string;
  types: { mediaType: string; example: string }[];
}

/** Writes an answer that is known by now, at once: memory to write to is lent for a moment. */
export type WriteAnswer = (json: JsonWriter) => Answer;

/** Answers with JSON that is put together at once; or, where that takes long, with what writes it afterwards. */
export interface JsonOperation extends AnyOperation<JsonAnswer> {
  answer(question: Question): Answer | Redirect | Problem | Promise<WriteAnswer>;
}

/** Answers with a file that is made while it is sent. */
export interface ExportOperation extends AnyOperation<FileAnswer> {
  export(given: ParsedQuery, defaultLocale: Locale): ExportQuery;
}

export type Operation = JsonOperation | ExportOperation;
