// Parses the names of revisions: r1, r2 and so on, without leading zeros.

const ID = /^r([1-9]\d{0,8})$/;

export function revisionNumber(id: string): number | undefined {
  const [, digits] = ID.exec(id) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** The text if it has the form of a revision's name, even if no such revision can exist. */
export function revisionName(text: string): string | undefined {
  return /^r(?:0|[1-9]\d*)$/.test(text) ? text : undefined;
}

/** What a text with leading zeros, a capital R or no r means; undefined if it needs no correction. */
export function meantRevision(text: string): string | undefined {
  const [, digits] = /^r?0*([1-9]\d*)$/i.exec(text) ?? [];
  return digits === undefined || text === `r${digits}` ? undefined : `r${digits}`;
}
