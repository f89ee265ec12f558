/* Audit entries for the page: parties with their current names, facts as lines, changes as before and after. */
import { wordingOf } from '../../events/catalogue.js';
import type { AuditEntry } from '../../events/audit-log.js';
import type { EntryView, FactView, PartyView } from '../../../views/audit/entry.js';
import type { ChangeView } from '../../../views/developer/comparison.js';

type Names = ReadonlyMap<string, string>;
type Facts = Readonly<Record<string, unknown>>;

/** Facts that name a party by its bare id. */
const PARTY_NOUNS: Readonly<Record<string, string>> = {
  clientId: 'client',
  accountId: 'account',
  account: 'account',
  owner: 'account',
};

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

function partiesIn(facts: Facts): readonly string[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    const noun = PARTY_NOUNS[name];
    return noun !== undefined && isScalar(value) ? [`${noun}:${value}`] : [];
  });
}

/** The parties of these entries whose names the page shows. */
export const partiesOf = (entries: readonly AuditEntry[]): readonly string[] => [
  ...new Set(entries.flatMap(({ actor, subject, facts }) => [actor, subject, ...partiesIn(facts)])),
];

/** `firstUse` -> `first use` */
const splitName = (name: string): string =>
  name.replace(/(?<=[a-z])[A-Z]/g, (initial) => ` ${initial.toLowerCase()}`);

/** `firstUse` -> `First use` */
const labelOf = (name: string): string => {
  const text = splitName(name);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
};

const isFacts = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const inline = (value: unknown): string => (isScalar(value) ? String(value) : JSON.stringify(value));

function linesOf(value: unknown): readonly string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.map(inline);
  if (isFacts(value))
    return Object.entries(value).map(([name, part]) => `${splitName(name)}: ${inline(part)}`);
  return [inline(value)];
}

/** `{ field, before, after }`, as edits record each changed field. */
interface Change {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

const isChange = (value: unknown): value is Change =>
  isFacts(value) && typeof value['field'] === 'string' && 'before' in value && 'after' in value;

const isChanges = (value: unknown): value is readonly Change[] =>
  Array.isArray(value) && value.length > 0 && value.every(isChange);

const presentChange = ({ field, before, after }: Change): ChangeView => ({
  label: labelOf(field),
  before: linesOf(before),
  after: linesOf(after),
  look: 'exact',
});

function presentFact(name: string, value: unknown, names: Names): FactView {
  const noun = PARTY_NOUNS[name];
  const party = noun !== undefined && isScalar(value) ? names.get(`${noun}:${value}`) : undefined;
  return { label: labelOf(name), lines: linesOf(value), name: party };
}

const presentParty = (id: string, names: Names): PartyView => ({ id, name: names.get(id) });

export function presentEntry(entry: AuditEntry, names: Names): EntryView {
  const { id, at, action, actor, subject, clientIp, facts } = entry;
  const members = Object.entries(facts);
  const changes = members.flatMap(([name, value]) =>
    isChanges(value) ? [{ label: labelOf(name), changes: value.map(presentChange) }] : [],
  );
  return {
    id,
    at,
    action,
    wording: wordingOf(action),
    actor: presentParty(actor, names),
    subject: presentParty(subject, names),
    clientIp,
    facts: members
      .filter(([, value]) => !isChanges(value) && linesOf(value).length > 0)
      .map(([name, value]) => presentFact(name, value, names)),
    changes,
  };
}
