// In charge of the addresses of the terms that an archive's columns and kinds of rows have.

const VOCABULARIES = {
  dwc: 'http://rs.tdwg.org/dwc/terms/',
  dcterms: 'http://purl.org/dc/terms/',
  gbif: 'http://rs.gbif.org/terms/1.0/',
  iucn: 'http://iucn.org/terms/',
};

/** Such as `dwc:taxonID`. */
export type Term = `${keyof typeof VOCABULARIES}:${string}`;

export function nameOf(term: Term): string {
  return term.slice(term.indexOf(':') + 1);
}

export function addressOf(term: Term): string {
  const vocabulary = term.slice(0, term.indexOf(':')) as keyof typeof VOCABULARIES;
  return VOCABULARIES[vocabulary] + nameOf(term);
}
