// In charge of numbers that would be served otherwise than they were written.

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;

/** Whether JSON shows the number as it was written: not 0042, 1.10, 0x1F or 1e400. */
export function printsBack(written: string, value: number): boolean {
  return Number.isFinite(value) && String(value) === written;
}

/** Whether the number is the written one to its last digit, in whatever form: 1.10 and 1.1 are one number. */
export function isExact(written: string, value: number): boolean {
  return Number.isFinite(value) && normalForm(written) === normalForm(String(value));
}

function normalForm(written: string): string {
  const [, sign, whole, fraction = '', exponent = '0'] = DECIMAL.exec(written) ?? [];
  const digits = `${whole}${fraction}`;
  const first = digits.search(/[1-9]/);
  if (first === -1) return '0';
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  const power = Number(exponent) - fraction.length + digits.length - end;
  return `${sign === '-' ? '-' : ''}${digits.slice(first, end)}e${power}`;
}
