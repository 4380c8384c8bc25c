// In charge of SIGHUP: reads the settings once more, and has the running service take over what may change. Where they are
// wrong, the old ones stay.

import { isDeepStrictEqual } from 'node:util';
import type { RunningService } from '../compose.ts';
import { flagOf, LIVE_SETTINGS, SETTING_NAMES, type SettingName, type Settings, SettingsError } from '../config.ts';

export interface Reloaded {
  /** What the service is to take over. */
  changes: Partial<Settings>;
  /** What has changed, but waits for a restart. */
  waiting: SettingName[];
}

export function difference(old: Settings, fresh: Settings): Reloaded {
  const changed = SETTING_NAMES.filter((name) => !isDeepStrictEqual(old[name], fresh[name]));
  const now = changed.filter((name) => LIVE_SETTINGS.includes(name));
  return {
    changes: Object.fromEntries(now.map((name) => [name, fresh[name]])),
    waiting: changed.filter((name) => !now.includes(name)),
  };
}

export function reload(settings: Settings, reread: () => Settings, { log, change }: RunningService): void {
  try {
    const { changes, waiting } = difference(settings, reread());
    const changed = (Object.keys(changes) as SettingName[]).map(flagOf);
    log.info({ changed }, 'the settings were read again');
    change(changes);
    if (waiting.length > 0) log.warn({ settings: waiting.map(flagOf) }, 'these settings change with the next start');
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    log.error({ problems: error.message.split('\n') }, 'the settings are wrong, and stay as they were');
  }
}
