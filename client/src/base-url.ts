// In charge of the address that a client is given: what people copy, made into what requests begin with.

const PREFIX = '/api/v1';

/** With the version's prefix, whether it was there or not. */
export function apiAddress(given: string | URL | undefined): string {
  if (given === undefined) throw new TypeError('baseUrl is missing. Give it to SylvaClient, or set SYLVA_URL.');
  const { origin, pathname } = read(String(given));
  const path = withoutSlashes(pathname);
  return `${origin}${path.endsWith(PREFIX) ? path : path + PREFIX}`;
}

function read(given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  const example = 'such as https://trees.example.org';
  throw new TypeError(
    `baseUrl must begin with https:// or http://, ${example}; it is ${given === '' ? 'empty' : given}.`,
  );
}

/** Without those at its end. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}
