/*
 * Which applications an organization admits: every approved one, or those on its list alone. The statements of other
 * repositories say it in the words below; the list itself is kept by organization-apps.ts.
 */

/** `organization`: a column with its id, or null. `client`: who asks; null for the service itself. */
export const closedTo = (organization: string, client = ':clientId'): string => `
exists (
  select from team as place
  where place.id = ${organization} and place.only_listed_clients and not exists (
    select from organization_client as listed
    where listed.organization_id = place.id and listed.client_id = ${client}))`;
