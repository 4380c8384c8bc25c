// In charge of schemas: plain JSON Schema objects that carry their TypeScript type, so that a shape is written once.

declare const described: unique symbol;

/** A JSON Schema; `T` is what it describes, and exists for the type checker only. */
export interface Schema<T> {
  readonly [described]?: T;
  readonly [keyword: string]: unknown;
}

export type Described<S> = S extends Schema<infer T> ? T : never;

type Fields = Record<string, Schema<unknown>>;

export function string(keywords: object = {}): Schema<string> {
  return { type: 'string', ...keywords };
}

export function integer(keywords: object = {}): Schema<number> {
  return { type: 'integer', ...keywords };
}

export function boolean(keywords: object = {}): Schema<boolean> {
  return { type: 'boolean', ...keywords };
}

export function oneOf<const T extends string>(values: readonly T[], keywords: object = {}): Schema<T> {
  return { type: 'string', enum: values, ...keywords };
}

export function array<T>(items: Schema<T>, keywords: object = {}): Schema<T[]> {
  return { type: 'array', items, ...keywords };
}

export function nullable<T>(schema: Schema<T>, keywords: object = {}): Schema<T | null> {
  return { anyOf: [schema, { type: 'null' }], ...keywords };
}

/** Every field is required and no other is allowed, unless the keywords say otherwise. */
export function object<F extends Fields>(
  fields: F,
  keywords: object = {},
): Schema<{ [K in keyof F]: Described<F[K]> }> {
  return {
    type: 'object',
    properties: fields,
    required: Object.keys(fields),
    additionalProperties: false,
    ...keywords,
  };
}

export function record<T>(values: Schema<T>, keywords: object = {}): Schema<Record<string, T>> {
  return { type: 'object', additionalProperties: values, ...keywords };
}

/** Whatever is valid JSON. */
export function anything<T>(keywords: object = {}): Schema<T> {
  return { ...keywords };
}
