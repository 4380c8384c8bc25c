// In charge of the parts of the API's description that the page shows.

export interface Document {
  info: {
    title: string;
    version: string;
    summary: string;
    description: string;
    license: { name: string; url?: string };
  };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, { get: Operation }>;
  components: { headers: Record<string, { description: string }>; responses: Record<string, Answer> };
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: Parameter[];
  responses: Record<string, Answer | { $ref: string }>;
}

export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  description: string;
  required?: boolean;
  schema: Schema;
}

export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  maxLength?: number;
  items?: Schema;
}

export interface Answer {
  description: string;
  content?: Record<string, { examples?: Record<string, { value: unknown }> }>;
}

export interface Call {
  path: string;
  operation: Operation;
}

export function callsOf({ paths }: Document, tag: string): Call[] {
  return Object.entries(paths)
    .map(([path, { get }]) => ({ path, operation: get }))
    .filter(({ operation }) => operation.tags.includes(tag));
}

export function answersOf({ components }: Document, { responses }: Operation): [string, Answer][] {
  return Object.entries(responses).map(([status, answer]) => {
    const shared = '$ref' in answer ? components.responses[answer.$ref.split('/').at(-1) ?? ''] : answer;
    return [status, shared ?? { description: '' }];
  });
}

/** What it may be, in a few words. */
export function rangeOf({ schema }: Parameter): string {
  const each = schema.items ?? schema;
  const words = [
    each.enum?.join(', '),
    each.minimum !== undefined && `${each.minimum} to ${each.maximum}`,
    each.maxLength !== undefined && !each.enum && `at most ${each.maxLength} characters`,
    schema.default !== undefined && `default ${String(schema.default)}`,
    schema.items && 'may be given several times',
  ];
  return words.filter(Boolean).join('; ');
}

export function exampleOf({ schema }: Parameter): string {
  const example = schema.examples?.[0] ?? schema.items?.examples?.[0] ?? '';
  return String(Array.isArray(example) ? example[0] : example);
}
