// In charge of the names of revisions: r1, r2 and so on, each written in one way.

const ID = /^r([1-9]\d{0,8})$/;

/** Undefined where the text names none that can be. */
export function revisionNumber(id: string): number | undefined {
  const [, digits] = ID.exec(id) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** The text itself where it is written as a name of a revision, be it of one that cannot be. */
export function revisionName(text: string): string | undefined {
  return /^r(?:0|[1-9]\d*)$/.test(text) ? text : undefined;
}

/** The one that was meant by a text with zeros in front, a capital letter or none. */
export function meantRevision(text: string): string | undefined {
  const [, digits] = /^r?0*([1-9]\d*)$/i.exec(text) ?? [];
  return digits === undefined || text === `r${digits}` ? undefined : `r${digits}`;
}
