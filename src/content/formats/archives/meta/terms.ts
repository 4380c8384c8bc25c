// Reduces the names of terms and row types to one spelling, whether they are written as a URI, with a prefix or alone.

/** Where terms are defined that archives of taxa use. */
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
  /** Whether it is of a known vocabulary, or has none: then its name alone says what it is. */
  isKnown: boolean;
  /** As it was written. */
  written: string;
}

export function readTerm(written: string): Term {
  const text = written.trim();
  const name = text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('#'), text.lastIndexOf(':')) + 1) || text;
  const isBare = name === text;
  return { name, isKnown: isBare || VOCABULARIES.some((pattern) => pattern.test(text)), written: text };
}

/** The kind of rows of a table, such as `Taxon`. */
export function rowTypeOf(written: string): string {
  const { name } = readTerm(written);
  return name.charAt(0).toUpperCase() + name.slice(1);
}
