import { desiredTerms, planEdit, termChanges, termsOf } from '../../../src/clients/review/revisions.js';
import type { Client, ClientStatus, ClientTerms } from '../../../src/clients/store.js';

const A = 'https://acme.example/a';
const B = 'https://acme.example/b';
const C = 'https://acme.example/c';

const client = (change: Partial<Client> = {}): Client => ({
  id: 'an id',
  name: 'Acme Sync',
  purpose: 'Copies bookings.',
  website: 'https://acme.example',
  kind: 'confidential',
  status: 'approved',
  legacy: false,
  migrating: false,
  resourceServer: false,
  version: 1,
  removedScopes: new Map(),
  allowedSchemes: [],
  redirectUris: [A, B],
  scopes: ['BOOKING_READ', 'SCHEDULE_WRITE'],
  ownerId: 1,
  managerIds: [1],
  testerIds: [],
  secrets: [],
  createdAt: new Date(0),
  ...change,
});

const terms = (change: Partial<ClientTerms> = {}): ClientTerms => ({ ...termsOf(client()), ...change });

interface Case {
  readonly edit: string;
  readonly desired: Partial<ClientTerms>;
  /** What is in force at once, of what was edited. */
  readonly now: Partial<ClientTerms>;
  readonly waits: boolean;
}

const APPROVED: readonly Case[] = [
  { edit: 'nothing', desired: {}, now: {}, waits: false },
  { edit: 'the purpose', desired: { purpose: 'Other.' }, now: { purpose: 'Other.' }, waits: false },
  { edit: 'the name', desired: { name: 'Acme Two' }, now: {}, waits: true },
  { edit: 'the website', desired: { website: 'https://other.example' }, now: {}, waits: true },
  { edit: 'the e-mail address', desired: { supportEmail: 'new@acme.example' }, now: {}, waits: true },
  { edit: 'the privacy policy', desired: { privacyPolicy: 'https://acme.example/p' }, now: {}, waits: true },
  { edit: 'the terms', desired: { termsOfService: 'https://acme.example/t' }, now: {}, waits: true },
  {
    edit: 'a removed redirect URI',
    desired: { redirectUris: [A] },
    now: { redirectUris: [A] },
    waits: false,
  },
  { edit: 'the order of redirect URIs', desired: { redirectUris: [B, A] }, now: {}, waits: false },
  { edit: 'an added redirect URI', desired: { redirectUris: [A, B, C] }, now: {}, waits: true },
  {
    edit: 'one redirect URI removed and another added',
    desired: { redirectUris: [A, C] },
    now: { redirectUris: [A] },
    waits: true,
  },
  { edit: 'every redirect URI replaced', desired: { redirectUris: [C] }, now: {}, waits: true },
  {
    edit: 'a removed scope',
    desired: { scopes: ['BOOKING_READ'] },
    now: { scopes: ['BOOKING_READ'] },
    waits: false,
  },
  {
    edit: 'an added scope',
    desired: { scopes: ['BOOKING_READ', 'SCHEDULE_WRITE', 'PROFILE_READ'] },
    now: {},
    waits: true,
  },
  {
    edit: 'the READ beside a WRITE',
    desired: { scopes: ['BOOKING_READ', 'SCHEDULE_READ', 'SCHEDULE_WRITE'] },
    now: { scopes: ['BOOKING_READ', 'SCHEDULE_READ', 'SCHEDULE_WRITE'] },
    waits: false,
  },
  {
    edit: 'the WRITE beside a READ',
    desired: { scopes: ['BOOKING_READ', 'BOOKING_WRITE', 'SCHEDULE_WRITE'] },
    now: {},
    waits: true,
  },
  {
    edit: 'the READ of another level beside a WRITE',
    desired: { scopes: ['BOOKING_READ', 'SCHEDULE_WRITE', 'TEAM_SCHEDULE_READ'] },
    now: {},
    waits: true,
  },
  {
    edit: 'a WRITE exchanged for its READ',
    desired: { scopes: ['BOOKING_READ', 'SCHEDULE_READ'] },
    now: { scopes: ['BOOKING_READ'] },
    waits: true,
  },
  { edit: 'every scope replaced', desired: { scopes: ['PROFILE_READ'] }, now: {}, waits: true },
  {
    edit: 'every scope replaced by the READ of one of them',
    desired: { scopes: ['SCHEDULE_READ'] },
    now: {},
    waits: true,
  },
  {
    edit: 'the purpose, a removed scope and the name together',
    desired: { purpose: 'Other.', name: 'Acme Two', scopes: ['BOOKING_READ'] },
    now: { purpose: 'Other.', scopes: ['BOOKING_READ'] },
    waits: true,
  },
];

describe.each<ClientStatus>(['approved', 'suspended'])('editing a client that is %s', (status) => {
  test.each(APPROVED)('$edit: at once or after review', ({ desired, now, waits }) => {
    const plan = planEdit(client({ status }), terms(desired));
    expect(termChanges(plan.now, terms(now))).toEqual([]);
    const { purpose: _, ...proposed } = terms(desired);
    expect(plan.proposal).toEqual(waits ? proposed : undefined);
    expect(plan.legacy).toBe(false);
  });
});

test('removing the website waits for review, and the proposal has no website', () => {
  const { website: _, ...desired } = terms();
  const plan = planEdit(client(), desired);
  expect(plan.now.website).toBe('https://acme.example');
  expect(Object.keys(plan.proposal ?? {})).not.toContain('website');
});

test.each<ClientStatus>(['pending', 'rejected'])(
  'editing a client that is %s takes effect at once',
  (status) => {
    const desired = terms({ name: 'Acme Two', redirectUris: [C], scopes: ['ORG_BOOKING_WRITE'] });
    expect(planEdit(client({ status }), desired)).toEqual({ now: desired, legacy: false });
  },
);

describe('a legacy client', () => {
  const legacy = client({ legacy: true, scopes: [] });

  test('becomes a scoped one at once when scopes are saved', () => {
    const plan = planEdit(legacy, terms({ scopes: ['BOOKING_READ', 'PROFILE_READ'] }));
    expect(plan).toEqual({ now: terms({ scopes: ['BOOKING_READ', 'PROFILE_READ'] }), legacy: false });
  });

  test('stays a legacy client when other fields are saved', () => {
    const plan = planEdit(legacy, terms({ scopes: [], purpose: 'Other.', name: 'Acme Two' }));
    expect(plan.legacy).toBe(true);
    expect(plan.now).toEqual(terms({ scopes: [], purpose: 'Other.' }));
    expect(plan.proposal).toMatchObject({ name: 'Acme Two', scopes: [] });
  });
});

test('an edit starts from the owner’s last proposal', () => {
  const proposal = {
    name: 'Acme Two',
    redirectUris: [C],
    scopes: ['PROFILE_READ'] as const,
    proposedAt: new Date(),
  };
  expect(desiredTerms(client(), undefined)).toEqual(terms());
  const { website: _, ...wanted } = terms({ name: 'Acme Two', redirectUris: [C], scopes: ['PROFILE_READ'] });
  expect(desiredTerms(client(), proposal)).toEqual(wanted);
});

test('changes are listed field by field, absent as nothing, order as no change', () => {
  const { website: _, ...after } = terms({ purpose: 'Other.', redirectUris: [B, C] });
  expect(termChanges(terms(), after)).toEqual([
    { field: 'purpose', before: ['Copies bookings.'], after: ['Other.'] },
    { field: 'website', before: ['https://acme.example'], after: [] },
    { field: 'redirectUris', before: [A, B], after: [B, C] },
  ]);
  expect(termChanges(terms(), terms({ redirectUris: [B, A] }))).toEqual([]);
});
