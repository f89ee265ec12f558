/* Hints for reviewers, computed from the request; none of them decides anything. Pure. */
import { DAY } from '../../durations.js';
import { counted } from '../../../views/parts/text/counted.js';
import { isolated } from '../../../views/parts/text/isolated.js';
import { SCOPES } from '../../scopes/catalogue.js';
import { looksLike, readsAs } from '../../clients/look-alikes.js';
import type { ClientOwner, NamedClient, ProposedTerms } from '../../clients/record-store.js';
import type { NeededScope } from '../../clients/usage/usage.js';
import { faultyHosts } from '../../clients/web-hosts.js';
import { domainOfScheme, webDomains } from '../../clients/web-domains.js';

export interface UnderReview {
  readonly clientId: string;
  readonly terms: ProposedTerms;
  readonly owner: ClientOwner;
  /** The names of all clients, including this one and others of its owner. */
  readonly names: readonly NamedClient[];
  /** Current addresses of the owner's approved clients, including this one when it is approved. */
  readonly known: readonly Pick<ProposedTerms, 'website' | 'redirectUris'>[];
  /** Scopes that the calls of this client needed in the last 30 days. */
  readonly needed: readonly NeededScope[];
  readonly serviceName: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const NEW_OWNER_MS = 30 * DAY;
/** More than a third of all scopes. */
const MANY_SCOPES = 16;

const warnIf = (condition: boolean, sentence: string): readonly string[] => (condition ? [sentence] : []);

function nameWarnings({ clientId, terms, names, serviceName }: UnderReview): readonly string[] {
  const alike = names.filter(({ id, name }) => id !== clientId && looksLike(name, terms.name));
  return [
    ...alike.map(
      ({ name, waiting }) =>
        `The name looks like “${isolated(name)}”, which ${waiting ? 'also waits for review' : 'is approved'}.`,
    ),
    ...warnIf(readsAs(terms.name, serviceName), `The name suggests that ${serviceName} made it.`),
  ];
}

const isLoopback = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
const isWeb = ({ protocol }: URL): boolean => protocol === 'https:' || protocol === 'http:';
const withoutWww = (host: string): string => host.replace(/^www\./, '');

const isUnder = (host: string, site: string): boolean => host === site || host.endsWith(`.${site}`);

/** On the website's host, below it, or under the same parent of two labels or more. */
function belongsTo(hostname: string, website: URL): boolean {
  const site = withoutWww(website.hostname);
  const parent = site.split('.').slice(1).join('.');
  return isUnder(hostname, site) || (parent.includes('.') && isUnder(hostname, parent));
}

function addressWarnings({ terms: { website, redirectUris } }: UnderReview): readonly string[] {
  const urls = redirectUris.flatMap((uri) => URL.parse(uri) ?? []);
  const site = website === undefined ? null : URL.parse(website);
  const hosts = [
    ...new Set(
      urls
        .filter((url) => isWeb(url) && !isLoopback(url))
        .filter(({ hostname }) => site !== null && !belongsTo(hostname, site))
        .map(({ host }) => host),
    ),
  ];
  const schemes = [...new Set(urls.map(({ protocol }) => protocol))].flatMap((scheme) => {
    const domain = domainOfScheme(scheme);
    return domain === undefined || site === null || belongsTo(domain, site) ? [] : [{ scheme, domain }];
  });
  const dotless = [...new Set(urls.filter((url) => !isWeb(url)).map(({ protocol }) => protocol))].filter(
    (scheme) => !scheme.includes('.'),
  );
  const plain = urls.filter(({ protocol }) => protocol === 'http:').map(({ host }) => host);
  return [
    ...faultyHosts([website ?? [], ...redirectUris].flat()).map(
      (host) => `The host ${host} is neither a DNS name nor an IP address. Today it would be refused.`,
    ),
    ...warnIf(site === null, 'There is no website to check it against.'),
    ...hosts.map((host) => `Codes are sent to ${host}, which is not on the website’s host.`),
    ...schemes.map(
      ({ scheme, domain }) =>
        `Codes are sent to apps of the scheme ${scheme} which belongs to ${domain}, not to the website’s host.`,
    ),
    ...dotless.map(
      (scheme) => `Codes are sent to apps of the scheme ${scheme} which any app can claim: it has no dot.`,
    ),
    ...[...new Set(plain)].map((host) => `Codes are sent without encryption to ${host}.`),
  ];
}

function scopeWarnings({ terms: { scopes } }: UnderReview): readonly string[] {
  const requested = SCOPES.filter(({ name }) => scopes.includes(name));
  const organization = requested.filter(({ level }) => level === 'organization');
  const writes = organization.filter(({ access }) => access === 'write').length;
  return [
    ...warnIf(requested.length > MANY_SCOPES, `It asks for ${requested.length} of ${SCOPES.length} scopes.`),
    ...warnIf(
      organization.length > 0,
      `It asks for access to whole organizations, with ${counted(organization.length, 'scope')}${writes > 0 ? `, ${writes} of them to make changes` : ''}.`,
    ),
    ...warnIf(scopes.length === 0, 'It has no scope list: it may do everything the person may do.'),
  ];
}

/** For a client that used only READ scopes so far, and could have asked for WRITE scopes before. */
function writeWarnings({ terms: { scopes }, needed }: UnderReview): readonly string[] {
  const writes = SCOPES.filter(({ name, access }) => access === 'write' && scopes.includes(name));
  const calls = needed.reduce((sum, one) => sum + one.calls, 0);
  const asksToWrite = writes.length > 0 || scopes.length === 0;
  const onlyLooked = calls > 0 && needed.every(({ scope }) => scope.access === 'read');
  const subject =
    writes.length === 0 ? 'It may make changes' : `It asks for ${counted(writes.length, 'WRITE scope')}`;
  return warnIf(
    asksToWrite && onlyLooked,
    `${subject}, but in the last 30 days it made ${counted(calls, 'call')}, and none needed a WRITE scope.`,
  );
}

/** Not for an owner without an approved client, who has a warning of their own. */
function domainWarnings({ terms, known }: UnderReview): readonly string[] {
  if (known.length === 0) return [];
  const seen = new Set(known.flatMap(webDomains));
  return webDomains(terms)
    .filter((domain) => !seen.has(domain))
    .map((domain) => `The domain ${domain} is new: no approved client of this owner has it.`);
}

function ownerWarnings({ clientId, owner, names, now }: UnderReview): readonly string[] {
  const first = !names.some(
    ({ id, ownerId, waiting }) => !waiting && ownerId === owner.id && id !== clientId,
  );
  return [
    ...warnIf(
      now - owner.createdAt.getTime() < NEW_OWNER_MS,
      'The owner’s account is less than 30 days old.',
    ),
    ...warnIf(first, 'The owner has no other approved client.'),
  ];
}

/** Without duplicates. */
export const reviewWarnings = (request: UnderReview): readonly string[] => [
  ...new Set([
    ...nameWarnings(request),
    ...addressWarnings(request),
    ...domainWarnings(request),
    ...scopeWarnings(request),
    ...writeWarnings(request),
    ...ownerWarnings(request),
  ]),
];
