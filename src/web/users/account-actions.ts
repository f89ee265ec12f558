/* What administrators do to an account, as a table: where it is posted, when it is offered, its texts, its effect. */
import type { AccountActionForm } from '../../../views/users/user.js';
import { issueRecovery, type IssuedLink } from '../../accounts/issue-recovery.js';
import type { Account } from '../../accounts/store.js';
import { conflict } from '../../errors.js';
import type { Actor } from '../../events/audit-log.js';
import type { UsersDeps } from './deps.js';

export interface AccountAction extends AccountActionForm {
  /** It takes something away from the user, so a page says so before. */
  readonly asksFirst?: true;
  readonly offered: (account: Account, isOwn: boolean) => boolean;
  /** A link that is shown once. */
  readonly run: (deps: UsersDeps, account: Account, actor: Actor) => Promise<IssuedLink | undefined>;
}

const isEnabled = ({ disabledAt }: Account): boolean => disabledAt === undefined;

/** Sessions may live outside the database, so the audit entry is written after their end. */
async function signOut({ sessions, audit }: UsersDeps, { id }: Account, actor: Actor): Promise<undefined> {
  const browsers = (await sessions.list(id)).map(({ browser }) => browser);
  await sessions.endAll(id);
  const facts = { browsers, others: false };
  await audit.append({ ...actor, action: 'account.sessions_ended', subject: `account:${id}`, facts });
}

async function issueLink(deps: UsersDeps, { id }: Account, actor: Actor): Promise<IssuedLink> {
  const issued = await issueRecovery(deps, id, actor);
  if (issued === undefined) throw conflict('The account is disabled. Enable it first.');
  return issued;
}

/** Nobody shuts themselves out, so one administrator remains. */
const ofOthers =
  (offered: (account: Account) => boolean): AccountAction['offered'] =>
  (account, isOwn) =>
    !isOwn && offered(account);

export const ACCOUNT_ACTIONS: readonly AccountAction[] = [
  {
    to: 'sign-out',
    label: 'Sign out everywhere',
    consequence: 'Ends every session in a browser. Connected applications keep their access.',
    done: (name) => `${name} is signed out everywhere.`,
    look: 'plain',
    asksFirst: true,
    offered: ofOthers(isEnabled),
    run: signOut,
  },
  {
    to: 'recovery-link',
    label: 'Create a recovery link',
    consequence:
      'With it a new password is set, once. Hand it to the user alone. The user gets a mail about it.',
    done: () => '',
    look: 'plain',
    offered: ofOthers(isEnabled),
    run: issueLink,
  },
  {
    to: 'make-admin',
    label: 'Make an administrator',
    consequence: 'Administrators review clients, and see every user and the audit log.',
    done: (name) => `${name} is an administrator now.`,
    look: 'plain',
    asksFirst: true,
    offered: (account) => isEnabled(account) && !account.admin,
    run: async ({ accounts }, { id }, actor) => void (await accounts.setAdmin(id, true, actor)),
  },
  {
    to: 'remove-admin',
    label: 'Remove as administrator',
    consequence: 'The user no longer reviews clients, and sees neither other users nor the audit log.',
    done: (name) => `${name} is no longer an administrator.`,
    look: 'danger',
    asksFirst: true,
    offered: ofOthers(({ admin }) => admin),
    run: async ({ accounts }, { id }, actor) => void (await accounts.setAdmin(id, false, actor)),
  },
  {
    to: 'disable',
    label: 'Disable the account',
    consequence:
      'The user is signed out everywhere and cannot sign in, and applications lose access within a second. Nothing is deleted.',
    done: (name) => `The account of ${name} is disabled.`,
    look: 'danger',
    asksFirst: true,
    offered: ofOthers(isEnabled),
    run: async ({ accounts }, { id }, actor) => void (await accounts.setDisabled(id, true, actor)),
  },
  {
    to: 'enable',
    label: 'Enable the account',
    consequence: 'The user can sign in again, and applications have the access that they had.',
    done: (name) => `The account of ${name} is enabled.`,
    look: 'primary',
    offered: (account) => !isEnabled(account),
    run: async ({ accounts }, { id }, actor) => void (await accounts.setDisabled(id, false, actor)),
  },
];

export const actionsOf = (account: Account, isOwn: boolean): readonly AccountAction[] =>
  ACCOUNT_ACTIONS.filter(({ offered }) => offered(account, isOwn));
