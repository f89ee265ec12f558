/*
 * Editing without outage. On a client in use, changes that users see or trust wait for a verdict while the approved state
 * serves; changes that only narrow, and those only the owner sees, take effect at once. Pure.
 */
import { present } from '../../present.js';
import type { ScopeName } from '../../scopes/catalogue.js';
import { LINK_FIELDS, linksOf } from '../links.js';
import type { ClientRecord, Proposal, ProposedTerms } from '../record-store.js';
import type { Client, ClientStatus, ClientTerms } from '../store.js';

export interface EditPlan {
  /** In force as soon as it is saved. */
  readonly now: ClientTerms;
  readonly legacy: boolean;
  /** In force once approved; absent when nothing waits. */
  readonly proposal?: ProposedTerms;
}

/** Suspended counts as used: changes that would wait must not take effect before it is resumed. */
export const editsWait = (status: ClientStatus): boolean => status === 'approved' || status === 'suspended';

const proposedTerms = (terms: ProposedTerms): ProposedTerms => ({
  name: terms.name,
  ...linksOf(terms),
  ...present({ logo: terms.logo }),
  redirectUris: terms.redirectUris,
  scopes: terms.scopes,
});

export const termsOf = (client: ClientTerms): ClientTerms => desiredTerms(client, undefined);

/** What an edit form starts from: the client as its owner last wanted it. */
export const desiredTerms = (client: ClientTerms, proposal: Proposal | undefined): ClientTerms => ({
  ...proposedTerms(proposal ?? client),
  purpose: client.purpose,
});

const sameMembers = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((member) => b.includes(member));

/** The remaining members of a list; all of them when none would remain, because an empty list is an outage. */
function narrowed<T>(current: readonly T[], desired: readonly T[]): readonly T[] {
  const remaining = current.filter((member) => desired.includes(member));
  return remaining.length === 0 ? current : remaining;
}

/** X_READ added to an enabled X_WRITE needs no review: reading is less than writing. */
const readsBesideWrites = (enabled: readonly ScopeName[], desired: readonly ScopeName[]): ScopeName[] =>
  desired.filter(
    (name) => name.endsWith('_READ') && enabled.some((other) => other === name.replace(/_READ$/, '_WRITE')),
  );

function scopesAtOnce({ scopes, legacy }: Client, desired: readonly ScopeName[]): readonly ScopeName[] {
  // A legacy client had everything: any list of scopes is less.
  if (legacy) return desired;
  const remaining = narrowed(scopes, desired);
  const enabled = remaining.filter((name) => desired.includes(name));
  return [...new Set([...remaining, ...readsBesideWrites(enabled, desired)])];
}

/** `desired`: checked by `clientFaults`. */
export function planEdit(client: Client, desired: ClientTerms): EditPlan {
  const legacy = client.legacy && desired.scopes.length === 0;
  if (!editsWait(client.status)) return { now: desired, legacy };
  const now: ClientTerms = {
    ...termsOf(client),
    purpose: desired.purpose,
    redirectUris: narrowed(client.redirectUris, desired.redirectUris),
    scopes: scopesAtOnce(client, desired.scopes),
  };
  if (termChanges(now, desired).length === 0) return { now, legacy };
  return { now, legacy, proposal: proposedTerms(desired) };
}

/** Of existing installations, when the others are also taken from them; undefined for a client that stays legacy. */
export const scopesToKeep = ({ now, legacy, proposal }: EditPlan): readonly ScopeName[] | undefined =>
  legacy ? undefined : [...new Set([...now.scopes, ...(proposal?.scopes ?? [])])];

export interface TermChange {
  readonly field: keyof ClientTerms;
  /** Lines; a list has one a member, an absent value none. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const FIELDS = ['name', 'purpose', ...LINK_FIELDS, 'logo', 'redirectUris', 'scopes'] as const;

const lines = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

/** Field by field, unchanged ones left out. Order alone is no change. */
export function termChanges(
  before: Partial<ClientTerms>,
  after: Partial<ClientTerms>,
): readonly TermChange[] {
  return FIELDS.map((field) => ({ field, before: lines(before[field]), after: lines(after[field]) })).filter(
    (change) => !sameMembers(change.before, change.after),
  );
}

/** What an approval would change. */
export const proposedChanges = ({ client, proposal }: Pick<ClientRecord, 'client' | 'proposal'>) =>
  termChanges(client, desiredTerms(client, proposal));
