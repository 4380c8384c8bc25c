// In charge of letting a replaced snapshot go: shared memory weighs nothing in the collector's books, so that it would
// come by late, or never in a thread that is at rest.

export function releaseReplaced(): void {
  void globalThis.gc?.({ type: 'major', execution: 'async' });
}
