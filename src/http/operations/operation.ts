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
  /** Empty if the route has none. */
  slug: string;
  defaultLocale: Locale;
  /** The longest time in seconds that a client may be asked to wait. */
  rateWindow: number;
  /** The public address of the service, prepended to every link; may be empty. */
  base: string;
  json: JsonWriter;
}

export interface Answer {
  /** The requested one. */
  locale: Locale;
  /** That of the served text. */
  contentLanguage: Locale;
  /** For the header `Link`; may be empty. */
  pageLinks: string;
}

export interface Redirect {
  location: string;
}

interface AnyOperation<Described> {
  /** The path, which is also its label in log and metrics. Its last segment may be `{slug}`. */
  route: string;
  parameters: readonly ParameterName[];
  /** Parameters that this operation defines differently. */
  variants?: Variants;
  /** For the OpenAPI document. */
  described: {
    operationId: string;
    tag: 'trees' | 'families' | 'names';
    summary: string;
    description: string;
    answer: Described;
    /** What a redirect means, if there may be one. */
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

/** Writes a computed answer synchronously: the writer's memory is available for a moment only. */
export type WriteAnswer = (json: JsonWriter) => Answer;

/** Writes JSON at once; or, if that takes long, resolves with a function that writes it. */
export interface JsonOperation extends AnyOperation<JsonAnswer> {
  answer(question: Question): Answer | Redirect | Problem | Promise<WriteAnswer>;
}

/** Produces a file while it is being sent. */
export interface ExportOperation extends AnyOperation<FileAnswer> {
  export(given: ParsedQuery, defaultLocale: Locale): ExportQuery;
}

export type Operation = JsonOperation | ExportOperation;
