// In charge of which way prepared answers are sent.

import { pinnedNode } from '../../config/installation.ts';
import type { Sender } from './contract.ts';
import { FastSender } from './fast/fast.ts';
import { PlainSender } from './plain.ts';

/** The fast way leans on the inside of Node, so another one than the pinned gets the plain way, and so does who asks for it. */
export function chooseSender(
  node: string = process.versions.node,
  { SYLVA_PLAIN_HTTP }: NodeJS.ProcessEnv = process.env,
): Sender {
  return SYLVA_PLAIN_HTTP === '1' || node !== pinnedNode() ? new PlainSender() : new FastSender();
}
