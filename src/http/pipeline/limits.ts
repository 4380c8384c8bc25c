// In charge of how much of a request is taken, and how long a connection waits for the next one.

/** An address of this many bytes is too long. */
export const LONGEST_TARGET = 8 * 1024;
/** A request line and headers of more bytes are too large. */
export const LONGEST_HEAD = 2 * LONGEST_TARGET;
/** Not how many headers there are is limited but how long they are together: more than this have no room. */
export const MOST_HEADERS = LONGEST_HEAD / 'a:\r\n'.length;

export const KEEP_ALIVE_SECONDS = 8;
