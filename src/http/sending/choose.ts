import { pinnedNode } from '../../config/installation.ts';
import type { Sender } from './contract.ts';
import { FastSender } from './fast/fast.ts';
import { PlainSender } from './plain.ts';

/** The fast path relies on Node's internals, so it runs with the pinned Node only, and not if the environment forbids it. */
export function chooseSender(
  node: string = process.versions.node,
  { SYLVA_PLAIN_HTTP }: NodeJS.ProcessEnv = process.env,
): Sender {
  return SYLVA_PLAIN_HTTP === '1' || node !== pinnedNode() ? new PlainSender() : new FastSender();
}
