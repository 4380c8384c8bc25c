// In charge of the OpenAPI document: made from the tables and schemas that requests and answers are made from.

import type { Settings } from '../../config.ts';
import { versionNumber } from '../../version.ts';
import { policyAddress } from '../usage-policy-page.ts';
import { headersOf } from './headers.ts';
import { API_ROOT, pathsOf } from './operations.ts';
import { problemResponses } from './responses.ts';
import { referWithin, SHAPES } from './shapes.ts';

const THIS_SERVICE = 'The service that gave this document, be it local, a test or in production.';

export function openApiDocument(settings: Settings) {
  const base = settings.publicUrl ?? '';
  return {
    openapi: '3.1.1',
    info: infoOf(settings),
    servers: [{ url: `${base}${API_ROOT}`, description: THIS_SERVICE, 'x-internal': false }],
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

function infoOf(settings: Settings) {
  const { rateLimit, rateWindow, publicUrl } = settings;
  const policy = policyAddress(settings);
  return {
    title: 'Sylva',
    version: versionNumber(),
    summary: 'A catalogue of trees, in English and Spanish.',
    description: [
      'A private, read-only REST service. `HEAD` works wherever `GET` does.',
      '**Access.** Send your key in `X-API-Key` with every request. From an allowlisted address no key is needed.',
      `**Rate limit.** ${rateLimit} requests in ${rateWindow} s for each client address, whatever their outcome. Beyond it: 429, with the seconds to wait in \`Retry-After\`.`,
      '**Errors** are RFC 9457 problems, one shape everywhere; `type` leads to a page that explains the code.',
      `**Use.** The data are not licensed for open reuse: the [usage policy](${policy}) applies to every answer.`,
      '**Versions.** `/api/v1` only grows: new parameters, fields and codes may come, so pass over those that you do not know. What would break a client goes to another version.',
    ].join('\n\n'),
    termsOfService: policy,
    contact: { name: 'The maintainers of this service', ...(publicUrl && { url: publicUrl }) },
    license: { name: 'Not licensed for open reuse: usage policy', url: policy },
  };
}
