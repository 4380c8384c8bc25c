// In charge of what a preview tells of the content that it shows: the last check, and the next one as soon as there is one.

import { useEffect, useState } from 'preact/hooks';

export interface Finding {
  severity: 'error' | 'warning' | 'note';
  code: string;
  file: string;
  line: number | null;
  row: number | null;
  field: string | null;
  message: string;
  slug: string | null;
}

export interface Check {
  id: string;
  source: string;
  /** That of the catalogue that is shown; null until the content was good once. */
  revision: string | null;
  trees: number;
  errors: number;
  warnings: number;
  findings: Finding[];
}

/** The last check; whether the preview can still be asked. */
export interface Feed {
  check: Check | undefined;
  isLost: boolean;
}

const PAUSE_MILLISECONDS = 1_000;

/** Only the page of a preview has the mark: others ask for nothing. */
export function isPreview(): boolean {
  return document.querySelector('meta[name=sylva-preview]') !== null;
}

/** `onRevision` hears that another catalogue is shown. */
export function useFeed(baseUrl: string, onRevision: () => void): Feed {
  const [feed, setFeed] = useState<Feed>({ check: undefined, isLost: false });
  useEffect(() => {
    const ended = new AbortController();
    let revision: string | null | undefined;
    const hear = (check: Check) => {
      setFeed({ check, isLost: false });
      if (revision !== undefined && check.revision !== revision) onRevision();
      revision = check.revision;
    };
    if (isPreview()) void follow(baseUrl, ended.signal, hear, () => setFeed((last) => ({ ...last, isLost: true })));
    return () => ended.abort();
  }, []);
  return feed;
}

async function follow(
  baseUrl: string,
  signal: AbortSignal,
  hear: (check: Check) => void,
  lose: () => void,
): Promise<void> {
  let known = '';
  while (!signal.aborted) {
    try {
      const answer = await fetch(`${baseUrl}/preview?after=${known}`, { signal });
      const check = (await answer.json()) as Check | null;
      if (check) hear(check);
      known = check?.id ?? '';
    } catch {
      if (signal.aborted) return;
      lose();
      known = '';
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
    }
  }
}
