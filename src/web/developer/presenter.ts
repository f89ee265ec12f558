/* Clients as the views of developers and reviewers show them. Pure. */
import type { ClientFactsProps, ScopeLevelLines } from '../../../views/developer/client-facts.js';
import type { ChangeView } from '../../../views/developer/comparison.js';
import type { SecretView } from '../../../views/developer/client-secrets.js';
import type { ClientStatusProps } from '../../../views/developer/client-status.js';
import type { LegacyAssistantProps } from '../../../views/developer/legacy-assistant.js';
import type { ProposalStateView } from '../../../views/developer/proposal.js';
import type { ScopeGroup, ScopeRow } from '../../../views/parts/scope-list.js';
import { AREA_LABELS, LEVELS, SCOPES } from '../../scopes/catalogue.js';
import type { Scope, ScopeLevel } from '../../scopes/catalogue.js';
import { logoUrl } from '../../clients/logo/logo.js';
import type { ClientRecord } from '../../clients/record-store.js';
import { desiredTerms, type TermChange, termChanges, termsOf } from '../../clients/review/revisions.js';
import type { Client, ClientTerms } from '../../clients/store.js';
import type { Tally } from '../../clients/usage/usage-store.js';
import {
  askedAuthorizations,
  lastActivity,
  neededScopes,
  secretEvidence,
  usesInWeek,
} from '../../clients/usage/usage.js';

const HEADINGS: Readonly<Record<ScopeLevel, string>> = {
  user: 'User: what belongs to the person',
  team: 'Team: what belongs to the person’s teams',
  organization: 'Organization: everything in the person’s organization',
};

function rowsOf(scopes: readonly Scope[], chosen: ReadonlySet<string>): readonly ScopeRow[] {
  const areas = [...new Set(scopes.map(({ area }) => area))];
  return areas.map((area) => ({
    area: AREA_LABELS[area],
    items: scopes
      .filter((scope) => scope.area === area)
      .map(({ name, words, access }) => ({
        scope: name,
        words,
        write: access === 'write',
        checked: chosen.has(name),
      })),
  }));
}

/** All scopes, the chosen ones ticked. */
export const scopeBoxes = (chosen: readonly string[]): readonly ScopeGroup[] =>
  LEVELS.map((level) => ({
    level,
    heading: HEADINGS[level],
    rows: rowsOf(
      SCOPES.filter((scope) => scope.level === level),
      new Set(chosen),
    ),
  }));

function levelLines(names: readonly string[]): readonly ScopeLevelLines[] {
  const chosen = SCOPES.filter(({ name }) => names.includes(name));
  return LEVELS.map((level) => ({
    heading: HEADINGS[level],
    scopes: chosen.filter((scope) => scope.level === level),
  })).filter(({ scopes }) => scopes.length > 0);
}

export const presentFacts = (client: Client, tallies: readonly Tally[]): ClientFactsProps => ({
  id: client.id,
  kind: client.kind,
  purpose: client.purpose,
  website: client.website,
  redirectUris: client.redirectUris,
  levels: levelLines(client.scopes),
  createdAt: client.createdAt,
  activeAt: lastActivity(tallies),
});

export const presentSecrets = (
  { secrets }: Client,
  tallies: readonly Tally[],
  now: Date,
): readonly SecretView[] =>
  secrets.map((secret) => ({
    id: secret.id,
    hint: secret.hint,
    createdAt: secret.createdAt,
    use: secretEvidence(secret, now),
    week: usesInWeek(tallies, secret.id),
  }));

export const presentStatus = ({ client, proposal }: ClientRecord): ClientStatusProps => ({
  status: client.status,
  legacy: client.legacy,
  proposal: proposal && (proposal.refusal === undefined ? 'waiting' : 'refused'),
});

/** Undefined for a client that has a scope list. */
export function presentAssistant(
  client: Client,
  tallies: readonly Tally[],
  useTo: string,
): LegacyAssistantProps | undefined {
  if (!client.legacy) return undefined;
  const needed = neededScopes(tallies).map(({ scope: { name, words }, calls }) => ({ name, words, calls }));
  return { needed, ...askedAuthorizations(tallies), useTo };
}

const LABELS: Readonly<Record<keyof ClientTerms, string>> = {
  name: 'Name',
  purpose: 'Purpose',
  website: 'Website',
  logo: 'Logo',
  redirectUris: 'Redirect URIs',
  scopes: 'Scopes',
};

const LOOKS: Partial<Readonly<Record<keyof ClientTerms, ChangeView['look']>>> = {
  name: 'words',
  purpose: 'words',
  logo: 'picture',
};

const addresses = (hashes: readonly string[]): readonly string[] =>
  hashes.flatMap((hash) => logoUrl(hash) ?? []);

const presentChange = ({ field, before, after }: TermChange): ChangeView => ({
  label: LABELS[field],
  before: field === 'logo' ? addresses(before) : before,
  after: field === 'logo' ? addresses(after) : after,
  look: LOOKS[field] ?? 'exact',
});

export const presentChanges = (before: ClientTerms, after: ClientTerms): readonly ChangeView[] =>
  termChanges(before, after).map(presentChange);

export const presentProposal = ({ client, proposal }: ClientRecord): ProposalStateView | undefined =>
  proposal && {
    changes: presentChanges(termsOf(client), desiredTerms(client, proposal)),
    proposedAt: proposal.proposedAt,
    refusal: proposal.refusal,
  };
