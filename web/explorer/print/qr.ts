// In charge of QR codes. Fetched only where one is shown.

import { encode } from 'uqr';

export interface QrPicture {
  /** Dots along a side, with the margin that readers need. */
  size: number;
  /** The dark ones. */
  path: string;
}

const MARGIN = 4;

export function qrPicture(text: string): QrPicture {
  const { data, size } = encode(text, { ecc: 'M', border: MARGIN });
  const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return { size, path: dots.join('') };
}
