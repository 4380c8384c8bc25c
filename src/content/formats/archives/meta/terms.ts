// Reduces the names of terms and row types to one spelling, whether they are written as a URI, with a prefix or alone.

/** The vocabularies that archives of taxa use. */
const VOCABULARIES = [
  /^https?:\/\/rs\.tdwg\.org\/(?:dwc|ac)\//i,
  /^https?:\/\/purl\.org\/dc\//i,
  /^https?:\/\/dublincore\.org\//i,
  /^https?:\/\/rs\.gbif\.org\//i,
  /^https?:\/\/(?:www\.)?iucn\.org\//i,
  /^https?:\/\/ns\.adobe\.com\//i,
  /^(?:dwc|dc|dcterms|dct|gbif|iucn|ac|xmp|tdwg):/i,
];

export interface Term {
  /** The last part of its address: `scientificName`. */
  name: string;
  /** Whether it is of a known vocabulary, or of none. */
  isKnown: boolean;
  /** As it was written. */
  written: string;
}

export function readTerm(text: string): Term {
  const written = text.trim();
  const name = written.split(/[/#:]/).at(-1) || written;
  return { name, isKnown: name === written || VOCABULARIES.some((pattern) => pattern.test(written)), written };
}

/** The kind of rows of a table, such as `Taxon`. */
export function rowTypeOf(written: string): string {
  const { name } = readTerm(written);
  return name.charAt(0).toUpperCase() + name.slice(1);
}
