// In charge of the OpenAPI document: made from the tables and schemas that requests and answers are made from.

import type { Settings } from '../../config.ts';
import { headersOf } from './headers.ts';
import { API_ROOT, pathsOf } from './operations.ts';
import { problemResponses } from './responses.ts';
import { referWithin, SHAPES } from './shapes.ts';

export function openApiDocument(settings: Settings) {
  const base = settings.publicUrl ?? '';
  return {
    openapi: '3.1.1',
    info: infoOf(settings),
    servers: [{ url: `${base}${API_ROOT}`, description: 'This service in production.', 'x-internal': false }],
    security: [{ apiKey: [] }, {}],
    tags: [
      { name: 'trees', description: 'The trees of the catalogue.' },
      { name: 'families', description: 'The botanical families that they belong to.' },
    ],
    paths: pathsOf(settings),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'The key that the maintainers gave you. From an allowlisted address none is needed.',
        },
      },
      schemas: Object.fromEntries(Object.entries(SHAPES).map(([name, schema]) => [name, referWithin(schema)])),
      headers: headersOf(settings),
      responses: problemResponses(base),
    },
  };
}

function infoOf({ rateLimit, rateWindow, usagePolicyUrl, publicUrl }: Settings) {
  return {
    title: 'Sylva',
    version: '1.0.0',
    summary: 'A catalogue of trees, in English and Spanish.',
    description: [
      'A private, read-only REST service. `HEAD` works wherever `GET` does.',
      '**Access.** Send your key in `X-API-Key` with every request. From an allowlisted address no key is needed.',
      `**Rate limit.** ${rateLimit} requests in ${rateWindow} s for each client address, whatever their outcome. Beyond it: 429, with the seconds to wait in \`Retry-After\`.`,
      '**Errors** are RFC 9457 problems, one shape everywhere; `type` leads to a page that explains the code.',
      usagePolicyUrl
        ? `**Use.** The [usage policy](${usagePolicyUrl}) applies to every answer.`
        : '**Use.** As agreed with the maintainers.',
      '**Versions.** `/api/v1` only grows. What would break a client goes to another version.',
    ].join('\n\n'),
    ...(usagePolicyUrl && { termsOfService: usagePolicyUrl }),
    contact: { name: 'The maintainers of this service', ...(publicUrl && { url: publicUrl }) },
    license: usagePolicyUrl
      ? { name: 'Usage policy', url: usagePolicyUrl }
      : { name: 'By agreement with the maintainers', identifier: 'LicenseRef-Agreement' },
  };
}
