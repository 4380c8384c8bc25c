// Builds plain JSON Schema objects that carry their TypeScript type, so that a shape is written once.

declare const described: unique symbol;

/** `T` is what the schema describes; it exists for the type checker only. */
export interface Schema<T> {
  readonly [described]?: T;
  readonly [keyword: string]: unknown;
}

export type Described<S> = S extends Schema<infer T> ? T : never;

interface Optional<T> {
  readonly optional: Schema<T>;
}

type Fields = Record<string, Schema<unknown> | Optional<unknown>>;
type OptionalName<F> = { [K in keyof F]: F[K] extends Optional<unknown> ? K : never }[keyof F];
type DescribedFields<F> = { [K in Exclude<keyof F, OptionalName<F>>]: Described<F[K]> } & {
  [K in OptionalName<F>]?: F[K] extends Optional<infer T> ? T : never;
};

export function string(keywords: object = {}): Schema<string> {
  return { type: 'string', ...keywords };
}

export function integer(keywords: object = {}): Schema<number> {
  return { type: 'integer', ...keywords };
}

export function boolean(keywords: object = {}): Schema<boolean> {
  return { type: 'boolean', ...keywords };
}

/** An enumeration that never grows. */
export function oneOf<const T extends string>(values: readonly T[], keywords: object = {}): Schema<T> {
  return { type: 'string', enum: values, ...keywords };
}

/** An enumeration that may grow, so the schema lists its values as examples only. */
export function openEnum<const T extends string>(
  values: readonly T[],
  { description, ...keywords }: { description: string; pattern: string; maxLength: number },
): Schema<T> {
  return { type: 'string', description: `${description} More may come.`, ...keywords, examples: values };
}

export function array<T>(items: Schema<T>, keywords: object = {}): Schema<T[]> {
  return { type: 'array', items, ...keywords };
}

export function nullable<T>(schema: Schema<T>, keywords: object = {}): Schema<T | null> {
  return { anyOf: [schema, { type: 'null' }], ...keywords };
}

export function optional<T>(schema: Schema<T>): Optional<T> {
  return { optional: schema };
}

function isOptional(field: Fields[string]): field is Optional<unknown> {
  return 'optional' in field;
}

/** Every field is required unless optional. Clients must ignore unknown fields. */
export function object<F extends Fields>(fields: F, keywords: object = {}): Schema<DescribedFields<F>> {
  const entries = Object.entries(fields);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, field]) => [name, isOptional(field) ? field.optional : field])),
    required: entries.filter(([, field]) => !isOptional(field)).map(([name]) => name),
    ...keywords,
  };
}

export function record<T>(values: Schema<T> | true, keywords: object = {}): Schema<Record<string, T>> {
  return { type: 'object', additionalProperties: values, ...keywords };
}

/** Any JSON of at most `maxBytes`. Not recursive, because type generators fail on that. */
export function anything<T>(description: string, maxBytes: number): Schema<T> {
  return {
    description,
    anyOf: [
      string({ maxLength: maxBytes, pattern: '^' }),
      { type: 'number' },
      boolean(),
      array({}, { maxItems: maxBytes }),
      record(true),
      { type: 'null' },
    ],
  };
}
