// In charge of the clients that the service offers, made at set-up out of the very version that serves: what each file is called,
// and the line that installs it.

import { versionNumber } from '../../config/installation.ts';

export const CLIENTS_PATH = '/clients/';

interface Client {
  language: string;
  /** What it needs. */
  needs: string;
  file: string;
  type: string;
  /** For who has an address of the file. */
  install(url: string): string;
}

const version = versionNumber();

export const CLIENTS: readonly Client[] = [
  {
    language: 'TypeScript',
    needs: 'Node 20 or newer, Deno, Bun, or a browser',
    file: `sylva-client-${version}.tgz`,
    type: 'application/gzip',
    install: (url) => `npm install ${url}`,
  },
  {
    language: 'Python',
    needs: 'Python 3.9 or newer, and nothing else; pandas is used where it is installed',
    file: `sylva_client-${version}-py3-none-any.whl`,
    type: 'application/zip',
    install: (url) => `pip install ${url}`,
  },
  {
    language: 'R',
    needs: 'R 4.1 or newer with httr2 and jsonlite',
    file: `sylva_${version}.tar.gz`,
    type: 'application/gzip',
    install: (url) => `install.packages("${url}", repos = NULL, type = "source")`,
  },
];

export type Offer = ReturnType<typeof offeredAt>;

/** What can be had from a service at an address. */
export function offeredAt(base: string) {
  const clients = CLIENTS.map(({ language, needs, file, install }) => {
    const url = `${base}${CLIENTS_PATH}${file}`;
    return { language, needs, file, url, install: install(url) };
  });
  return { version, clients };
}

const HOST = /^(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** The address that the service is known by, or else the one that it was asked at. */
export function baseOf(publicUrl: string | null, host: string | undefined): string {
  return publicUrl ?? `http://${host !== undefined && HOST.test(host) ? host : 'HOST'}`;
}
