/* Where people book: the addresses of the public pages of users, teams and their event types. Pure. */

/** Who offers event types: a user, or a team on its own or in an organization. */
export type PublicOwner =
  { readonly username: string } | { readonly teamSlug: string; readonly organizationSlug?: string };

const segment = encodeURIComponent;

function ownerPath(owner: PublicOwner): string {
  if ('username' in owner) return `/${segment(owner.username)}`;
  const { teamSlug, organizationSlug } = owner;
  const organization = organizationSlug === undefined ? '' : `/org/${segment(organizationSlug)}`;
  return `${organization}/team/${segment(teamSlug)}`;
}

/** The path of the page of an owner, or of one of their event types. */
export const publicPath = (owner: PublicOwner, slug?: string): string =>
  slug === undefined ? ownerPath(owner) : `${ownerPath(owner)}/${segment(slug)}`;

/** `appUrl` as configured, without a slash at its end. */
export const publicEventTypeUrl = (appUrl: string, owner: PublicOwner, slug: string): string =>
  `${appUrl}${publicPath(owner, slug)}`;

/** Of the page that a private link leads to. */
export const privateLinkPath = ({ id, slug }: { readonly id: string; readonly slug: string }): string =>
  `/d/${segment(id)}/${segment(slug)}`;
