// In charge of how numbers of many digits are shown. By hand: to load what JavaScript knows of that takes longer than a small publish should.

/** A whole number such as 73,300. */
export function counted(count: number): string {
  const digits = String(count);
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(end - 3, 0), end));
  return groups.join(',');
}
