/* The text that is printed when the demonstration data was created. */
import type { DemoClient, DemoData, DemoUser } from './data.js';
import type { DemoOrganization } from './organization.js';

const HOSTS = {
  roundRobin: 'one of its members in turn',
  collective: 'all of its members',
  managed: 'each of its members',
} as const;

const userLine = ({ email, password, role }: DemoUser): string =>
  `    ${email.padEnd(28)}${password}   ${role}`;

function clientLines({ name, kind, legacy, registered }: DemoClient): readonly string[] {
  const { clientId, clientSecret, status } = registered;
  return [
    `    ${name} (${[kind, status, legacy && 'legacy'].filter(Boolean).join(', ')})`,
    `      client_id      ${clientId}`,
    ...(clientSecret === undefined ? [] : [`      client_secret  ${clientSecret}`]),
  ];
}

const eventTypeLines = ({ username, eventTypes }: DemoUser): readonly string[] =>
  eventTypes.map(({ title, slug, lengthInMinutes, hidden }) => {
    const facts = [title, `${lengthInMinutes} minutes`, hidden && 'hidden'].filter(Boolean).join(', ');
    return `    ${`${username}/${slug}`.padEnd(28)}${facts}`;
  });

const organizationLines = (organization: DemoOrganization | undefined): readonly string[] =>
  organization === undefined
    ? []
    : [
        '  Organization',
        `    ${organization.name.padEnd(28)}orgId ${organization.id}`,
        `    ${organization.team.name.padEnd(28)}teamId ${organization.teamId}, its team`,
        ...organization.eventTypes.map(
          ({ slug, title, schedulingType }) =>
            `    ${`${organization.team.slug}/${slug}`.padEnd(28)}${title}, ${HOSTS[schedulingType]}`,
        ),
      ];

export const announcement = ({ users, clients, organization }: DemoData, appUrl: string): string =>
  [
    'Demonstration data was created. This is shown once; DEMO=false leaves an empty database empty.',
    `  Sign in at ${appUrl}/sign-in as`,
    ...users.map(userLine),
    ...organizationLines(organization),
    '  Clients',
    ...clients.flatMap(clientLines),
    '  Event types',
    ...users.flatMap(eventTypeLines),
    `  Start an authorization: ${appUrl}/playground`,
  ].join('\n');
