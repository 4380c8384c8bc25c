// Checks the API key before any request: a header that cannot be sent looks like a broken network.

/** Without the white space around it, such as the end of the line of its file. An empty key is none. */
export function checkedKey(given: string | undefined): string | undefined {
  const key = given?.trim();
  const wrong = /[^\x20-\x7e]/u.exec(key ?? '');
  if (!wrong) return key || undefined;
  const code = (wrong[0].codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
  throw new TypeError(
    `apiKey has U+${code} at position ${wrong.index + 1}, which a key cannot have. Copy the key again.`,
  );
}
