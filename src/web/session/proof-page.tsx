/*
 * The page that asks for a password or a passkey in place of the answer to a form, and holds the form: what was sent
 * comes back to the same address with the proof, so nothing is done half and nothing typed is lost. Passwords and files
 * are not held; a user who sent one learns that, or is asked again.
 */
import { CONFIRM_TEXT, ConfirmPage, PASSKEY_PROOF, PASSWORD_PROOF } from '../../../views/session/confirm.js';
import { CSRF_FIELD } from '../../../views/parts/form.js';
import { type ProofOutcome, prove } from '../../accounts/recent-sign-in.js';
import type { Account } from '../../accounts/store.js';
import type { Form } from '../../http/forms.js';
import type { BrowserRequest } from '../page.js';
import { page, type PageReply, retryAfter } from '../reply.js';
import { type AccountDeps, tooManyTries } from './account-deps.js';
import { bindingOf, passkeyDepsOf } from './page-passkeys.js';
import type { SignedInUser } from './user.js';

export type ProofDeps = Omit<AccountDeps, 'recoveries' | 'jobs' | 'sessions'>;

type Unproven = Exclude<ProofOutcome, { kind: 'proven' }>;

/** Who sent the form, and who is signed in at the browser: the same person, somebody else or nobody. */
export interface Sender {
  readonly account: Account;
  readonly present: SignedInUser | undefined;
}

export interface Proofs {
  /** Undefined when the form offers none. */
  proofIn(request: BrowserRequest, form: Form, sender: Sender): Promise<ProofOutcome | undefined>;
  /** Shown in place of the answer to `form`. */
  ask(request: BrowserRequest, form: Form, sender: Sender, outcome: Unproven | undefined): Promise<PageReply>;
}

const PROOFS: readonly string[] = [PASSWORD_PROOF, PASSKEY_PROOF];
const OWN_FIELDS: readonly string[] = [CSRF_FIELD, ...PROOFS];
const SECRET = /password/;

function messageOf(outcome: Unproven): { readonly fault?: string; readonly refusal?: string } {
  switch (outcome.kind) {
    case 'no_password':
      return { fault: CONFIRM_TEXT.noPassword };
    case 'wrong_password':
      return { fault: CONFIRM_TEXT.wrongPassword };
    case 'wrong_passkey':
      return { refusal: CONFIRM_TEXT.wrongPasskey };
    case 'late':
      return { refusal: CONFIRM_TEXT.late };
    case 'too_many_tries':
      return { refusal: tooManyTries(outcome.retryAfterSeconds) };
  }
}

const offersProof = ({ entries }: Form): boolean => entries.some(([name]) => PROOFS.includes(name));

const isKept = ([name]: readonly [name: string, value: string]): boolean =>
  !OWN_FIELDS.includes(name) && !SECRET.test(name);

/** Why they are asked. */
function whyOf({ account, present }: Sender): 'stale' | 'signed_out' | 'other_account' {
  if (present === undefined) return 'signed_out';
  return present.account.id === account.id ? 'stale' : 'other_account';
}

export function createProofs(deps: ProofDeps): Proofs {
  const proofDeps = { ...passkeyDepsOf(deps), ...deps };
  return {
    async proofIn({ session, clientIp }, form, { account, present }) {
      if (!offersProof(form)) return undefined;
      const isOwn = present?.account.id === account.id;
      const claim = {
        account,
        binding: isOwn ? bindingOf(session, 'confirmation', present) : bindingOf(session, 'sign-in'),
        clientIp,
        password: form.text(PASSWORD_PROOF),
        passkey: form.text(PASSKEY_PROOF),
      };
      return prove(proofDeps, claim);
    },
    async ask(request, form, sender, outcome) {
      const throttled = outcome?.kind === 'too_many_tries' ? outcome.retryAfterSeconds : undefined;
      const props = {
        why: whyOf(sender),
        email: sender.account.email,
        user: sender.present?.account,
        csrf: form.text(CSRF_FIELD),
        action: request.path,
        kept: form.entries.filter(isKept),
        fileLost: 'upload' in form,
        passkeys: (await deps.passkeys.list(sender.account.id)).length > 0,
        ...(outcome && messageOf(outcome)),
      };
      const refusal =
        throttled === undefined ? { status: 401 } : { status: 429, headers: retryAfter(throttled) };
      return page(<ConfirmPage {...props} />, { ...refusal, scripts: [] });
    },
  };
}
