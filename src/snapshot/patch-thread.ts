// The thread that helps to patch the index of names and words. It is given what that is made from, and hands over the pieces that it took.

import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Section } from './format.ts';
import { type PatchWork, patchPieces, Taken } from './patch-index.ts';

const taken = new Taken(workerData as Int32Array<SharedArrayBuffer>);
const port = parentPort as MessagePort;

port.once('message', (work: PatchWork) => {
  const pieces = patchPieces(taken.take(), work);
  const sections = Object.values(pieces).flatMap((own) => Object.values(own)) as Section[];
  port.postMessage(pieces, [...new Set(sections.map(({ buffer }) => buffer as ArrayBuffer))]);
});
