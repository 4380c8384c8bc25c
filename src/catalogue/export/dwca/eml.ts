// Writes eml.xml (Ecological Metadata Language 2.2): what an archive contains, whom to contact, and its terms of use.

import { escapeXml } from './table.ts';

export const EML_FILE = 'eml.xml';

export interface Dataset {
  title: string;
  /** A name, a mail address, or `Name <address>`. */
  contact: string | null;
  /** The URLs of the service and of its usage policy. */
  address: string | null;
  policy: string | null;
  revision: string;
  publishedAt: string;
}

const RIGHTS =
  'The data of this catalogue are not licensed for open reuse. Their use is restricted to approved internal or partner purposes.';

export function emlXml(dataset: Dataset, trees: number, language: string): string {
  const { title, revision, publishedAt, address, policy } = dataset;
  const link = policy && ` <ulink url="${escapeXml(policy)}"><citetitle>The usage policy</citetitle></ulink>`;
  const online = address
    ? `    <distribution><online><url function="information">${escapeXml(address)}</url></online></distribution>\n`
    : '';
  return `<?xml version="1.0" encoding="UTF-8"?>
<eml:eml xmlns:eml="https://eml.ecoinformatics.org/eml-2.2.0" packageId="sylva/${escapeXml(revision)}" system="sylva" scope="system" xml:lang="en">
  <dataset>
    <title xml:lang="en">${escapeXml(title)}</title>
    <creator>${party(dataset)}</creator>
    <pubDate>${escapeXml(publishedAt.slice(0, 10))}</pubDate>
    <language>${escapeXml(language)}</language>
    <abstract><para>${trees} trees with their names, descriptions and distribution: revision ${escapeXml(revision)}.</para></abstract>
    <intellectualRights><para>${RIGHTS}${link ?? ''}</para></intellectualRights>
${online}    <contact>${party(dataset)}</contact>
  </dataset>
</eml:eml>
`;
}

const MAIL = /^[^\s<>@]+@[^\s<>@]+$/;
const NAMED_MAIL = /^([^<>]+)<([^\s<>@]+@[^\s<>@]+)>$/;

function party({ title, contact }: Dataset): string {
  const [, name, mail] = NAMED_MAIL.exec(contact ?? '') ?? [];
  const isMail = contact !== null && MAIL.test(contact);
  const organisation = name?.trim() || (isMail || contact === null ? title : contact);
  const address = mail ?? (isMail ? contact : undefined);
  const named = `<organizationName>${escapeXml(organisation)}</organizationName>`;
  return address ? `${named}<electronicMailAddress>${escapeXml(address)}</electronicMailAddress>` : named;
}
