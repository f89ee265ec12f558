/* Clients for the views of developers and reviewers. Pure. */
import { linksOf } from '../../clients/links.js';
import type { ClientFactsProps, ScopeLevelLines } from '../../../views/developer/client-facts.js';
import type { ClientFormProps } from '../../../views/developer/client-form.js';
import type { ClientView } from '../../../views/developer/client-heading.js';
import type { ClientRowView } from '../../../views/developer/client-row.js';
import type { ChangeView } from '../../../views/developer/comparison.js';
import type { SecretView } from '../../../views/developer/client-secrets.js';
import type { ClientStatusProps } from '../../../views/developer/client-status.js';
import type { LegacyAssistantProps } from '../../../views/developer/legacy-assistant.js';
import type { ProposalStateView } from '../../../views/developer/proposal.js';
import type { PresetName } from '../../../views/developer/scope-picker.js';
import type { ScopeGroup } from '../../../views/parts/scope-list.js';
import { consentGroups } from '../../authorization/consent/consent.js';
import { LEVELS, SCOPE_NAMES, type ScopeLevel, SCOPES } from '../../scopes/catalogue.js';
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
import type { ScopePreset } from './scope-presets.js';

const HEADINGS: Readonly<Record<ScopeLevel, string>> = {
  user: 'User: what belongs to the person',
  team: 'Team: what belongs to the person’s teams',
  organization: 'Organization: everything in the person’s organization',
};

/** All scopes, the chosen ones selected. */
const scopeBoxes = (chosen: readonly string[]): readonly ScopeGroup[] =>
  consentGroups(SCOPE_NAMES, chosen).map((group) => ({ ...group, heading: HEADINGS[group.level] }));

/** `applied`: the preset that was pressed just now. */
export const presentPicker = (
  chosen: readonly string[],
  presets: readonly ScopePreset[],
  applied?: PresetName,
): ClientFormProps['picker'] => ({
  groups: scopeBoxes(chosen),
  presets: presets.map(({ name }) => name),
  applied,
});

function levelLines(names: readonly string[]): readonly ScopeLevelLines[] {
  const chosen = SCOPES.filter(({ name }) => names.includes(name));
  return LEVELS.map((level) => ({
    heading: HEADINGS[level],
    scopes: chosen.filter((scope) => scope.level === level),
  })).filter(({ scopes }) => scopes.length > 0);
}

const presentFacts = (client: Client, tallies: readonly Tally[]): ClientFactsProps => ({
  id: client.id,
  kind: client.kind,
  purpose: client.purpose,
  ...linksOf(client),
  redirectUris: client.redirectUris,
  allowedSchemes: client.allowedSchemes,
  migrating: client.migrating,
  levels: levelLines(client.scopes),
  createdAt: client.createdAt,
  activeAt: lastActivity(tallies),
});

/** For the page of the client. */
export const presentClient = (record: ClientRecord, tallies: readonly Tally[]): ClientView => ({
  name: record.client.name,
  logoUrl: logoUrl(record.client.logo),
  version: record.version,
  status: presentStatus(record),
  reason: record.client.statusReason,
  facts: presentFacts(record.client, tallies),
  proposal: presentProposal(record),
});

/** For a list of clients. */
export const presentRow = (record: ClientRecord, to: string): ClientRowView => ({
  ...presentStatus(record),
  to,
  name: record.client.name,
  logoUrl: logoUrl(record.client.logo),
  kind: record.client.kind,
  createdAt: record.client.createdAt,
  team: record.team?.name,
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

const presentStatus = ({ client, proposal }: ClientRecord): ClientStatusProps => ({
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
  const needed = neededScopes(tallies).map(({ scope: { name, label }, calls }) => ({ name, label, calls }));
  return { needed, ...askedAuthorizations(tallies), useTo };
}

const LABELS: Readonly<Record<keyof ClientTerms, string>> = {
  name: 'Name',
  purpose: 'Purpose',
  website: 'Website',
  supportEmail: 'E-mail for users',
  privacyPolicy: 'Privacy policy',
  termsOfService: 'Terms of service',
  logo: 'Logo',
  redirectUris: 'Redirect URIs',
  scopes: 'Scopes',
};

const LOOKS: Partial<Readonly<Record<keyof ClientTerms, ChangeView['look']>>> = {
  name: 'text',
  purpose: 'text',
  logo: 'picture',
};

const logoUrls = (hashes: readonly string[]): readonly string[] =>
  hashes.flatMap((hash) => logoUrl(hash) ?? []);

const presentChange = ({ field, before, after }: TermChange): ChangeView => ({
  label: LABELS[field],
  before: field === 'logo' ? logoUrls(before) : before,
  after: field === 'logo' ? logoUrls(after) : after,
  look: LOOKS[field] ?? 'exact',
});

export const presentChanges = (before: ClientTerms, after: ClientTerms): readonly ChangeView[] =>
  termChanges(before, after).map(presentChange);

const presentProposal = ({ client, proposal }: ClientRecord): ProposalStateView | undefined =>
  proposal && {
    changes: presentChanges(termsOf(client), desiredTerms(client, proposal)),
    proposedAt: proposal.proposedAt,
    fromInstallations: proposal.fromInstallations ?? false,
    refusal: proposal.refusal,
  };
