/*
 * Which applications an organization admits: every approved one, or only those on its list. A condition for statements of
 * other stores; organization-apps.ts changes the list.
 */

/** `organization`: a column with its id, or null. `client`: the calling application; null for the service itself. */
export const closedTo = (organization: string, client = ':clientId'): string => `
exists (
  select from team as owner
  where owner.id = ${organization} and owner.only_listed_clients and not exists (
    select from organization_client as listed
    where listed.organization_id = owner.id and listed.client_id = ${client}))`;
