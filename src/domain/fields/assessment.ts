import { isBlank, quote } from '../text.ts';
import { fold } from '../vocabulary.ts';
import { patternOf } from './fact-types.ts';
import {
  anyOf,
  type FieldType,
  isObject,
  joinPart,
  MAX_CHARACTERS,
  type Reading,
  readText,
  VISIBLE,
} from './field-types.ts';
import { type Described, integer, nullable, object, openEnum, string } from './schema.ts';

const SCOPE_NAMES = {
  global: ['global', 'worldwide', 'mundial'],
  national: ['national', 'nacional'],
  regional: ['regional'],
};
export type AssessmentScope = keyof typeof SCOPE_NAMES;
const SCOPES = Object.keys(SCOPE_NAMES) as AssessmentScope[];

const [FIRST_YEAR, LAST_YEAR] = [1900, 2099];
const YEAR = /^ *(?:19|20)[0-9]{2} *$/;

const Assessment = object({
  year: nullable(integer({ description: 'When it was made.', minimum: FIRST_YEAR, maximum: LAST_YEAR })),
  criteria: nullable(
    string({
      description: 'The criteria that it rests on, such as A2cd.',
      minLength: 1,
      maxLength: MAX_CHARACTERS,
      pattern: '^',
    }),
  ),
  scope: nullable(
    openEnum(SCOPES, {
      description: 'Whether it is about the whole world or a part of it.',
      pattern: '^[a-z-]+$',
      maxLength: 35,
    }),
  ),
});
type Assessment = Described<typeof Assessment>;
const PARTS = ['year', 'criteria', 'scope'] as const satisfies (keyof Assessment)[];

export const assessment: FieldType<Assessment | null> = {
  schema: nullable(Assessment, { description: 'The assessment behind the conservation status; null if unknown.' }),
  none: null,
  authored: anyOf({
    type: 'object',
    properties: {
      year: anyOf(
        { type: 'integer', minimum: FIRST_YEAR, maximum: LAST_YEAR },
        { type: 'string', pattern: YEAR.source },
      ),
      criteria: anyOf(VISIBLE),
      scope: anyOf(
        { enum: SCOPES },
        { type: 'string', pattern: `^ *${patternOf(Object.values(SCOPE_NAMES).flat())} *$` },
      ),
    },
    additionalProperties: false,
  }),
  takesGroups: true,
  parts: { isPart: (name) => PARTS.some((part) => part === name), columns: PARTS, join: joinPart },
  template: '{ year: 2023, criteria: "", scope: global }',
  read: readAssessment,
};

function readAssessment(value: unknown, reading: Reading): Assessment | undefined {
  if (!isObject(value)) {
    reading.complain('wrong-type', 'An assessment is given by its parts, for example year: 2023 and scope: global.');
    return undefined;
  }
  const { year, criteria, scope, ...others } = value;
  for (const key of Object.keys(others))
    reading.complain('unknown-key', `An assessment has ${PARTS.join(', ')}; ${quote(key)} would be lost.`);
  const read: Assessment = {
    year: isBlank(year) ? null : readYear(year, reading),
    criteria: isBlank(criteria) ? null : (readText(criteria, reading) ?? null),
    scope: isBlank(scope) ? null : readScope(scope, reading),
  };
  return PARTS.every((part) => read[part] === null) ? undefined : read;
}

function readYear(value: unknown, { complain }: Reading): number | null {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  if (YEAR.test(text)) return Number(text);
  complain('bad-assessment', `${quote(value)} is not the year of an assessment: use ${FIRST_YEAR} to ${LAST_YEAR}.`);
  return null;
}

function readScope(value: unknown, { complain }: Reading): AssessmentScope | null {
  const folded = typeof value === 'string' ? fold(value) : '';
  const scope = SCOPES.find((each) => SCOPE_NAMES[each].includes(folded));
  if (scope) return scope;
  complain('bad-assessment', `${quote(value)} is not the scope of an assessment: use ${SCOPES.join(', ')}.`);
  return null;
}
