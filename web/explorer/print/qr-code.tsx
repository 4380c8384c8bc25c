// In charge of showing a text as a QR code, once what makes one has been fetched.

import { useEffect, useState } from 'preact/hooks';
import type { QrPicture } from './qr.ts';

/** Beside this script; a bundler would put it into it. */
const MAKER = './qr.js';

export function QrCode({ text, label }: { text: string; label: string }) {
  const [picture, setPicture] = useState<QrPicture>();
  useEffect(() => {
    const make = async () => {
      const { qrPicture } = (await import(MAKER)) as typeof import('./qr.ts');
      setPicture(qrPicture(text));
    };
    // Where it cannot be fetched, the address in words is there.
    make().catch(() => {});
  }, [text]);
  // Its room is kept: nothing moves when it comes.
  if (!picture) return <span class="qr" />;
  return (
    <svg class="qr" viewBox={`0 0 ${picture.size} ${picture.size}`} role="img" aria-label={label}>
      <rect width={picture.size} height={picture.size} fill="#fff" />
      <path d={picture.path} fill="#000" />
    </svg>
  );
}
