// In charge of threads that fail.

/** Is loaded by every thread of a process (`--import`), and ends all but the first. */
export const ENDS_THREADS = `data:text/javascript,${encodeURIComponent(
  'import { isMainThread } from "node:worker_threads"; if (!isMainThread) throw new Error("This thread has failed.");',
)}`;
