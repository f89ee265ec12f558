/* Rows of the table `account` and what they are outside. */
import type { Account, NewAccount, Profile, ProfileChange, WeekDay } from '../../src/accounts/store.js';

export interface AccountRow {
  readonly id: number;
  readonly email: string;
  readonly email_key: string;
  readonly username: string;
  readonly name: string;
  readonly password_hash: string;
  readonly admin: boolean;
  readonly disabled_at: Date | null;
  readonly time_zone: string;
  readonly time_format: 12 | 24;
  readonly week_start: WeekDay;
  readonly locale: string;
  readonly avatar_url: string | null;
  readonly bio: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly created_at: Date;
}

/** Two spellings of one mailbox, for people: case and the composition of letters do not tell them apart. */
export const emailKey = (email: string): string => email.normalize('NFC').toLowerCase();

export const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  email: row.email,
  username: row.username,
  name: row.name,
  admin: row.admin,
  createdAt: row.created_at,
  ...(row.disabled_at === null ? {} : { disabledAt: row.disabled_at }),
});

export const toProfile = (row: AccountRow): Profile => ({
  id: row.id,
  username: row.username,
  email: row.email,
  name: row.name,
  avatarUrl: row.avatar_url,
  bio: row.bio,
  timeFormat: row.time_format,
  defaultScheduleId: null,
  weekStart: row.week_start,
  timeZone: row.time_zone,
  locale: row.locale,
  metadata: row.metadata,
  organizationId: null,
});

export const newRow = (input: NewAccount, username: string): Readonly<Record<string, unknown>> => ({
  email: input.email,
  email_key: emailKey(input.email),
  username,
  name: input.name,
  password_hash: input.passwordHash,
  admin: input.admin ?? false,
  ...(input.timeZone === undefined ? {} : { time_zone: input.timeZone }),
});

const COLUMNS = {
  name: 'name',
  avatarUrl: 'avatar_url',
  bio: 'bio',
  timeFormat: 'time_format',
  weekStart: 'week_start',
  timeZone: 'time_zone',
  locale: 'locale',
  metadata: 'metadata',
} as const satisfies Readonly<Record<keyof ProfileChange, keyof AccountRow>>;

/** Only the properties that are there; others of the object are no columns and are left out. */
export function changedColumns(change: ProfileChange): Readonly<Record<string, unknown>> {
  const properties = Object.keys(COLUMNS) as (keyof ProfileChange)[];
  const present = properties.filter((property) => change[property] !== undefined);
  return Object.fromEntries(
    present.map((property) => [
      COLUMNS[property],
      property === 'metadata' ? JSON.stringify(change.metadata) : change[property],
    ]),
  );
}
