// Every answer that a test fetches is held against the OpenAPI document, whatever else the test looks at.

const plainFetch = globalThis.fetch;

async function heldFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await plainFetch(input, init);
  const { pathname, search, hostname } = new URL(response.url);
  if (hostname !== '127.0.0.1') return response;
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
  const body = await response.clone().text();
  // The document is not made for tests that never ask the service.
  const { assertDocumented } = await import('./schemas.ts');
  assertDocumented({ method, path: `${pathname}${search}`, status: response.status, headers: response.headers, body });
  return response;
}

globalThis.fetch = heldFetch as typeof fetch;
