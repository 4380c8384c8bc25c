// Lists the client packages that the service offers, built at set-up from the version that serves.

import { versionNumber } from '../../config/installation.ts';

export const CLIENTS_PATH = '/clients/';

const version = versionNumber();

export const CLIENTS = [
  {
    language: 'TypeScript',
    needs: 'Node 20 or newer, Deno, Bun, or a browser',
    file: `sylva-client-${version}.tgz`,
    type: 'application/gzip',
    install: (source: string) => `npm install ${source}`,
  },
  {
    language: 'Python',
    needs: 'Python 3.9 or newer, and nothing else; pandas is used where it is installed',
    file: `sylva_client-${version}-py3-none-any.whl`,
    type: 'application/zip',
    install: (source: string) => `pip install ${source}`,
  },
  {
    language: 'R',
    needs: 'R 4.1 or newer with httr2 and jsonlite',
    file: `sylva_${version}.tar.gz`,
    type: 'application/gzip',
    install: (source: string) => `install.packages("${source}", repos = NULL, type = "source")`,
  },
];

export type Offer = ReturnType<typeof offeredAt>;

/** Without an address of the service, the commands install a file that was downloaded before. */
export function offeredAt(base: string | undefined) {
  const clients = CLIENTS.map(({ language, needs, file, install }) => {
    const url = `${base ?? ''}${CLIENTS_PATH}${file}`;
    return { language, needs, file, url, install: install(base === undefined ? `./${file}` : url) };
  });
  return { version, clients };
}
