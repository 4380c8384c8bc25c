import { closeSync, openSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { type AllSettings, flagOf, liveOf, SETTING_NAMES, SettingsError, settingOf } from '../../config/settings.ts';
import type { RunningService } from '../../server/compose.ts';
import type { Output } from './output.ts';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Resolves with the first SIGINT or SIGTERM. A second one ends the process at once. */
export function untilStopped(output: Output, onHangUp: () => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const hadTerminal = hasTerminal();
  let isStopping = false;
  const stop = () => {
    if (isStopping) output.endAtOnce('Told to stop once more: ended at once.');
    isStopping = true;
    resolve();
  };
  for (const name of STOP_SIGNALS) process.on(name, stop);
  // A terminal that closes sends the same signal.
  process.on('SIGHUP', () => (hadTerminal && !hasTerminal() ? stop() : onHangUp()));
  return promise;
}

type Tell = () => void;

/** Works at every change until it is stopped. A signal during the work ends the process at once, since the work blocks it. */
export async function atEveryChange(
  watch: { changed(signal: AbortSignal): Promise<void> },
  tellFirst: Tell,
  work: () => Promise<Tell>,
): Promise<void> {
  for (let tell = tellFirst; ; tell = await work()) {
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    for (const name of STOP_SIGNALS) process.on(name, stop);
    try {
      // Only now: whoever stops it after reading must stop a waiting watch.
      tell();
      await watch.changed(stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
      return;
    } finally {
      for (const name of STOP_SIGNALS) process.off(name, stop);
    }
  }
}

function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}

export function reload(old: AllSettings, reread: () => AllSettings, { log, change }: RunningService): void {
  try {
    const changedSettings = reread();
    const differing = SETTING_NAMES.filter((name) => !isDeepStrictEqual(old[name], changedSettings[name]));
    const { changed = [], waiting = [] } = Object.groupBy(differing, (name) =>
      settingOf(name).isLive ? 'changed' : 'waiting',
    );
    log.info({ changed: changed.map(flagOf) }, 'the settings were read again');
    change(liveOf(changedSettings));
    if (waiting.length > 0) log.warn({ settings: waiting.map(flagOf) }, 'these settings change with the next start');
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    log.error({ problems: error.message.split('\n') }, 'the settings are wrong, and stay as they were');
  }
}
