// In charge of threads that fail, or cannot be made.

/** Is loaded by every thread of a process (`--import`), and ends all but the first. */
export const ENDS_THREADS = `data:text/javascript,${encodeURIComponent(
  'import { isMainThread } from "node:worker_threads"; if (!isMainThread) throw new Error("This thread has failed.");',
)}`;

/** With these a process may do what it likes, but for making threads. */
export const WITHOUT_THREADS = [
  '--permission',
  '--allow-fs-read=*',
  '--allow-fs-write=*',
  '--allow-addons',
  '--no-warnings',
];
