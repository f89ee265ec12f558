/*
 * Which applications an organization admits: every approved one, or only those on its list. A condition for the
 * statements of other repositories; organization-apps.ts stores the list.
 */

/** `organization`: a column with its id, or null. `client`: the id of the client; null for the service itself. */
export const closedTo = (organization: string, client = ':clientId'): string => `
exists (
  select from team as closed
  where closed.id = ${organization} and closed.only_listed_clients and not exists (
    select from organization_client as listed
    where listed.organization_id = closed.id and listed.client_id = ${client}))`;
