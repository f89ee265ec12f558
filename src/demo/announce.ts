/* What a person reads who has just started the demonstration. */
import type { MadeOrganization } from './organization.js';
import type { MadeClient, MadePerson, DemoData } from './data.js';

const WORDS = {
  roundRobin: 'one of its people in turn',
  collective: 'all of its people',
  managed: 'each of its people',
} as const;

const personLine = ({ email, password, role }: MadePerson): string =>
  `    ${email.padEnd(28)}${password}   ${role}`;

function clientLines({ name, kind, legacy, registered }: MadeClient): readonly string[] {
  const { clientId, clientSecret, status } = registered;
  return [
    `    ${name} (${[kind, status, legacy && 'legacy'].filter(Boolean).join(', ')})`,
    `      client_id      ${clientId}`,
    ...(clientSecret === undefined ? [] : [`      client_secret  ${clientSecret}`]),
  ];
}

const eventTypeLines = ({ username, eventTypes }: MadePerson): readonly string[] =>
  eventTypes.map(({ title, slug, lengthInMinutes, hidden }) => {
    const facts = [title, `${lengthInMinutes} minutes`, hidden && 'hidden'].filter(Boolean).join(', ');
    return `    ${`${username}/${slug}`.padEnd(28)}${facts}`;
  });

const organizationLines = (organization: MadeOrganization | undefined): readonly string[] =>
  organization === undefined
    ? []
    : [
        '  Organization',
        `    ${organization.name.padEnd(28)}orgId ${organization.id}`,
        `    ${organization.team.name.padEnd(28)}teamId ${organization.teamId}, its team`,
        ...organization.eventTypes.map(
          ({ slug, title, schedulingType }) =>
            `    ${`${organization.team.slug}/${slug}`.padEnd(28)}${title}, ${WORDS[schedulingType]}`,
        ),
      ];

export const announcement = ({ people, clients, organization }: DemoData, appUrl: string): string =>
  [
    'A demonstration world was made. This is shown once; DEMO=false leaves an empty database empty.',
    `  Sign in at ${appUrl}/sign-in as`,
    ...people.map(personLine),
    ...organizationLines(organization),
    '  Clients',
    ...clients.flatMap(clientLines),
    '  Event types',
    ...people.flatMap(eventTypeLines),
    `  Start an authorization: ${appUrl}/playground`,
  ].join('\n');
