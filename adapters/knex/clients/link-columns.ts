/* The links of a client and of its proposal, whose tables have the same columns for them. */
import { type ClientLinks, LINK_FIELDS, LINK_PROPERTIES, linksOf } from '../../../src/clients/links.js';

export type LinkColumns = Readonly<
  Record<(typeof LINK_PROPERTIES)[keyof typeof LINK_PROPERTIES], string | null>
>;

export const linksIn = (row: LinkColumns): ClientLinks =>
  linksOf(Object.fromEntries(LINK_FIELDS.map((field) => [field, row[LINK_PROPERTIES[field]]])));

export const linkColumns = (links: ClientLinks): LinkColumns => ({
  website: links.website ?? null,
  support_email: links.supportEmail ?? null,
  privacy_policy: links.privacyPolicy ?? null,
  terms_of_service: links.termsOfService ?? null,
});
