/*
 * The page that asks for a password or a passkey before a form is processed. It holds the fields of the form and sends
 * them to the same address together with the proof, so that no input is lost. Passwords and files are not held; the page
 * says so for files, and the form asks again for passwords.
 */
import { CONFIRM_TEXT, ConfirmPage, PASSKEY_PROOF, PASSWORD_PROOF } from '../../../views/session/confirm.js';
import { CSRF_FIELD } from '../../../views/parts/forms/form.js';
import type { AccountDeps } from '../../accounts/deps.js';
import { type ProofOutcome, verifyProof } from '../../accounts/recent-sign-in.js';
import type { Account } from '../../accounts/store.js';
import type { Form } from '../../http/forms.js';
import type { BrowserRequest } from '../page.js';
import { page, type PageReply } from '../reply.js';
import { bindingOf } from './passkey-binding.js';
import { throttled, tooManyAttempts } from './too-many-attempts.js';
import type { SignedInUser } from './user.js';

export type ProofDeps = Omit<AccountDeps, 'recoveries' | 'jobs' | 'sessions'>;

type Unproven = Exclude<ProofOutcome, { kind: 'proven' }>;

/** The account that the form was rendered for, and the user who is signed in now, if any. */
export interface Sender {
  readonly account: Account;
  readonly present: SignedInUser | undefined;
}

export interface Proofs {
  /** Undefined when the form contains none. */
  verify(request: BrowserRequest, form: Form, sender: Sender): Promise<ProofOutcome | undefined>;
  /** The page that holds `form`. `outcome`: of the proof in it. */
  ask(request: BrowserRequest, form: Form, sender: Sender, outcome: Unproven | undefined): Promise<PageReply>;
}

const PROOFS: readonly string[] = [PASSWORD_PROOF, PASSKEY_PROOF];
const OWN_FIELDS: readonly string[] = [CSRF_FIELD, ...PROOFS];
const SECRET = /password/;

const MESSAGES = {
  no_password: { fault: CONFIRM_TEXT.noPassword },
  wrong_password: { fault: CONFIRM_TEXT.wrongPassword },
  wrong_passkey: { refusal: CONFIRM_TEXT.wrongPasskey },
  late: { refusal: CONFIRM_TEXT.late },
} as const;

const messageOf = (outcome: Unproven): { readonly fault?: string; readonly refusal?: string } =>
  outcome.kind === 'too_many_attempts' ? { refusal: tooManyAttempts(outcome) } : MESSAGES[outcome.kind];

const hasProof = ({ entries }: Form): boolean => entries.some(([name]) => PROOFS.includes(name));

const isHeld = ([name]: readonly [name: string, value: string]): boolean =>
  !OWN_FIELDS.includes(name) && !SECRET.test(name);

/** What a page holds of a form: all its fields, without a proof or a password. */
export const heldFields = ({ entries }: Form): Form['entries'] => entries.filter(isHeld);

function reasonOf({ account, present }: Sender): 'stale' | 'signed_out' | 'other_account' {
  if (present === undefined) return 'signed_out';
  return present.account.id === account.id ? 'stale' : 'other_account';
}

export function createProofs(deps: ProofDeps): Proofs {
  return {
    async verify({ session, clientIp }, form, { account, present }) {
      if (!hasProof(form)) return undefined;
      const isOwn = present?.account.id === account.id;
      const proof = {
        account,
        binding: isOwn ? bindingOf(session, 'confirmation', present) : bindingOf(session, 'sign-in'),
        clientIp,
        deviceCookie: session.deviceCookie(),
        password: form.text(PASSWORD_PROOF),
        passkey: form.text(PASSKEY_PROOF),
      };
      return verifyProof(deps, proof);
    },
    async ask(request, form, sender, outcome) {
      const props = {
        reason: reasonOf(sender),
        email: sender.account.email,
        user: sender.present?.account,
        csrf: form.text(CSRF_FIELD),
        action: request.path,
        held: heldFields(form),
        fileLost: 'upload' in form,
        passkeys: (await deps.passkeys.list(sender.account.id)).length > 0,
        ...(outcome && messageOf(outcome)),
      };
      const options = outcome?.kind === 'too_many_attempts' ? throttled(outcome) : { status: 401 };
      return page(<ConfirmPage {...props} />, { ...options, scripts: [], alone: true });
    },
  };
}
