/* Events of accounts: sign-in, password, passkeys, profile. */
import { z } from 'zod';
import { defineEvent, type Effects, idIn } from './definition.js';
import { flag, id, names, text } from './fact-schemas.js';

const mailAccount = (event: { readonly subject: string }): Effects => ({
  mail: { account: Number(idIn(event)) },
});

const PASSKEY = { passkey: text, name: text };

export const ACCOUNT_EVENTS = {
  'account.created': defineEvent('An account was created.', { username: text, admin: flag }),
  'account.disabled': defineEvent('An account was disabled.', {}),
  'account.enabled': defineEvent('An account was enabled again.', {}),
  'account.made_admin': defineEvent('An account became an administrator.', {}),
  'account.admin_removed': defineEvent('An account is no longer an administrator.', {}),
  'account.signed_in': defineEvent('A user signed in.', { method: z.enum(['password', 'passkey']) }),
  'account.sessions_ended': defineEvent('Browser sessions were ended.', { browsers: names, others: flag }),
  'account.password_changed': defineEvent('A password was changed.', {}, mailAccount),
  'account.recovered': defineEvent('A password was set with a recovery link.', {}, mailAccount),
  'account.recovery_issued': defineEvent('A recovery link was created.', { expiresAt: text }, mailAccount),
  'account.email_verified': defineEvent('An email address was confirmed.', {}),
  'account.email_change_requested': defineEvent('Another email address was entered.', {}, mailAccount),
  'account.email_change_withdrawn': defineEvent('Another email address was withdrawn.', {}),
  'account.email_changed': defineEvent('An account has another email address.', {}),
  'account.deleted': defineEvent('An account was deleted.', {}),
  'account.erased': defineEvent('The personal data of a deleted account was erased.', {}),
  'account.access_ended': defineEvent(
    'Sessions, passkeys, calendars and meeting apps from before were removed.',
    { passkeys: names, calendars: z.number(), conferencing: flag },
  ),
  'passkey.added': defineEvent('A passkey was added.', PASSKEY, mailAccount),
  'passkey.removed': defineEvent('A passkey was removed.', PASSKEY, mailAccount),
  'passkey.counter_regressed': defineEvent(
    'A passkey may have been copied; its sign-in was refused.',
    PASSKEY,
  ),
  'profile.changed': defineEvent('A profile was changed.', {
    changed: names,
    organization: id.exactOptional(),
  }),
  'booking_limits.changed': defineEvent('Booking limits were changed.', { changed: names }),
  'booking_limits.cleared': defineEvent('Booking limits were removed.', {
    left: z.literal('organization').exactOptional(),
  }),
};
