// In charge of who makes a change, for the audit: the user and the machine, unless a setting says otherwise.

import { hostname, userInfo } from 'node:os';

/** Of somebody who became another user by sudo, the one who they are. */
export function whoRuns(variables: NodeJS.ProcessEnv = process.env): string {
  return `${variables.SUDO_USER || userName()}@${hostname()}`;
}

/** In a container, the user may have a number and no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}
