/** A target of this many bytes is too long. */
export const MAX_TARGET_BYTES = 8 * 1024;
/** Of the request line and all headers together. */
export const MAX_HEAD_BYTES = 2 * MAX_TARGET_BYTES;
/** As many as fit into the head: only their total size is limited. */
export const MAX_HEADERS = MAX_HEAD_BYTES / 'a:\r\n'.length;

export const KEEP_ALIVE_SECONDS = 8;
