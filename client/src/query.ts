// In charge of query strings.

type Value = string | number | readonly (string | number)[] | undefined;

/** Several values of a parameter are given one after the other; what is undefined is left out. */
export function queryString(query: { readonly [name: string]: Value }): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((each) => (each === undefined ? [] : [[name, String(each)]])),
  );
  const text = new URLSearchParams(pairs).toString();
  return text === '' ? '' : `?${text}`;
}
