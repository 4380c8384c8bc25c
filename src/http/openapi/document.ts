import { versionNumber } from '../../config/installation.ts';
import type { AllSettings } from '../../config/settings.ts';
import { API_PREFIX } from '../../domain/vocabulary.ts';
import { describedHeaders } from '../response/headers.ts';
import { policyAddress } from '../site/html.ts';
import { pathsOf, problemResponses } from './operations.ts';
import { referWithin, SHAPES } from './shapes.ts';

export function openApiDocument(settings: AllSettings) {
  const base = settings.publicUrl ?? '';
  return {
    openapi: '3.1.1',
    info: infoOf(settings),
    servers: [
      {
        url: `${base}${API_PREFIX}`,
        description: 'The service that gave this document, be it local, a test or in production.',
        'x-internal': false,
      },
    ],
    security: [{ apiKey: [] }, {}],
    tags: [
      { name: 'trees', description: 'The trees of the catalogue.' },
      { name: 'families', description: 'The botanical families that they belong to.' },
      { name: 'names', description: 'Which trees the names of others mean.' },
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
      headers: describedHeaders(settings),
      responses: problemResponses(base),
    },
  };
}

function infoOf(settings: AllSettings) {
  const { rateLimit, rateWindow, publicUrl } = settings;
  const policy = policyAddress(settings);
  // OpenAPI 3.1.0 and its linters take whole addresses only.
  const isRelative = policy.startsWith('/');
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
      `**Versions.** \`${API_PREFIX}\` only grows: new parameters, fields and codes may come, so pass over those that you do not know. What would break a client goes to another version.`,
    ].join('\n\n'),
    ...(!isRelative && { termsOfService: policy }),
    contact: { name: 'The maintainers of this service', ...(publicUrl && { url: publicUrl }) },
    license: {
      name: 'Not licensed for open reuse: usage policy',
      ...(isRelative ? { identifier: 'LicenseRef-usage-policy' } : { url: policy }),
    },
  };
}
