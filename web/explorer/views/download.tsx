// In charge of taking the trees of a list along: all of its pages, as one file.

import { useRef, useState } from 'preact/hooks';
import { SylvaError } from '../../../client/src/index.ts';
import type { ListPlace } from '../address.ts';
import { download, saveToDisk } from '../download.ts';
import { useSurroundings } from '../parts/surroundings.ts';
import { type ExportFormat, exportPathOf } from '../question.ts';

const BYTES_IN_MEGABYTE = 1_000_000;

export function Download({ place }: { place: ListPlace }) {
  const { texts, actions, locale } = useSurroundings();
  const [word, setWord] = useState('');
  const [underWay, setUnderWay] = useState<AbortController>();
  const menu = useRef<HTMLDetailsElement>(null);
  const megabytes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', minimumFractionDigits: 1 });
  const fetchAs = async (format: ExportFormat) => {
    if (menu.current) menu.current.open = false;
    const controller = new AbortController();
    setUnderWay(controller);
    const tell = (bytes: number) => setWord(texts.downloading(megabytes.format(roundedMegabytes(bytes))));
    tell(0);
    try {
      const address = actions.baseUrl + exportPathOf(place, format);
      const { signal } = controller;
      saveToDisk(await download({ address, fallbackName: fileName(format), signal, onProgress: tell }));
      setWord(texts.downloadDone);
    } catch (error) {
      setWord(controller.signal.aborted ? '' : failure(error));
    }
    setUnderWay(undefined);
  };
  const failure = (error: unknown) => {
    const seconds = error instanceof SylvaError ? error.retryAfterSeconds : undefined;
    return `${texts.downloadFailed}${seconds === undefined ? '' : ` ${texts.retryIn(seconds)}`}`;
  };
  return (
    <div class="download">
      {!underWay && (
        <details class="menu" ref={menu}>
          <summary>{texts.download}</summary>
          <div class="menu-body">
            <Format name={texts.downloadCsv} hint={texts.downloadCsvHint} onChoose={() => fetchAs('csv-excel')} />
            <Format name="NDJSON" hint={texts.downloadNdjsonHint} onChoose={() => fetchAs('ndjson')} />
            <Format name="Darwin Core" hint={texts.downloadDwcaHint} onChoose={() => fetchAs('dwca')} />
          </div>
        </details>
      )}
      {underWay && (
        <button type="button" class="quiet-button" onClick={() => underWay.abort()}>
          {texts.downloadCancel}
        </button>
      )}
      <span class="quiet" role="status">
        {word}
      </span>
    </div>
  );
}

const roundedMegabytes = (bytes: number) => Math.round((bytes / BYTES_IN_MEGABYTE) * 10) / 10;
const EXTENSIONS: Record<ExportFormat, string> = { 'csv-excel': 'csv', ndjson: 'ndjson', dwca: 'zip' };
const fileName = (format: ExportFormat) => `sylva.${EXTENSIONS[format]}`;

function Format({ name, hint, onChoose }: { name: string; hint: string; onChoose: () => void }) {
  return (
    <button type="button" onClick={onChoose}>
      <strong>{name}</strong> <span class="quiet">{hint}</span>
    </button>
  );
}
