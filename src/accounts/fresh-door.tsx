/*
 * The door before forms that need a fresh sign-in. It stands in the way of the form itself: what was sent is kept in the
 * page that asks who is there, and comes back to the same address with the proof, so nothing is done half and nothing
 * typed is lost.
 */
import type { Context } from 'koa';
import { CONFIRM_TEXT, ConfirmPage, PASSKEY_PROOF, PASSWORD_PROOF } from '../../views/confirm.js';
import { CSRF_FIELD } from '../../views/parts/form.js';
import type { Form } from '../http/forms.js';
import { redirectAfterPost, sendPage } from '../http/pages.js';
import { network } from '../http/proxies.js';
import { allowScript } from '../http/security-headers.js';
import { isFresh, type ProofOutcome, prove } from './fresh.js';
import { type AccountPagesDeps, tooManyTries } from './page-deps.js';
import { bindingOf, passkeyParts } from './page-passkeys.js';
import { confirmSession } from './page-session.js';
import type { ConfirmedPerson, Person } from './person.js';
import { createTries, TRY_LIMITS } from './tries.js';

type Unproven = Exclude<ProofOutcome, { kind: 'proven' }>;

const PROOFS: readonly string[] = [PASSWORD_PROOF, PASSKEY_PROOF];
const OWN_FIELDS: readonly string[] = [CSRF_FIELD, ...PROOFS];

function said(outcome: Unproven): { readonly fault?: string; readonly refusal?: string } {
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

/** Shown in place of the answer to `form`, which it holds. */
async function ask(
  ctx: Context,
  { csrf, passkeys }: AccountPagesDeps,
  { account }: Person,
  form: Form,
  outcome?: Unproven,
): Promise<void> {
  const throttled = outcome?.kind === 'too_many_tries' ? outcome.retryAfterSeconds : undefined;
  if (throttled !== undefined) ctx.set('retry-after', String(throttled));
  const props = {
    person: account,
    csrf: csrf.csrfField(ctx),
    action: ctx.path,
    kept: form.entries.filter(([name]) => !OWN_FIELDS.includes(name)),
    passkeys: (await passkeys.list(account.id)).length > 0,
    ...(outcome && said(outcome)),
  };
  allowScript(ctx, []);
  sendPage(ctx, throttled === undefined ? 401 : 429, <ConfirmPage {...props} />);
}

const offersProof = ({ entries }: Form): boolean => entries.some(([name]) => PROOFS.includes(name));

export function createFreshDoor(deps: AccountPagesDeps): ConfirmedPerson {
  const parts = { ...passkeyParts(deps), ...deps };
  const tries = createTries(deps.throttle, deps.keys, deps.limits ?? TRY_LIMITS);
  const proofOf = (ctx: Context, form: Form, person: Person): Promise<ProofOutcome> =>
    prove(
      { ...parts, tries },
      {
        account: person.account,
        binding: bindingOf(deps, ctx, 'confirmation', person),
        network: network(ctx),
        password: form.text(PASSWORD_PROOF),
        passkey: form.text(PASSKEY_PROOF),
      },
    );
  return async (ctx, form) => {
    const person = await deps.currentPerson(ctx);
    if (person !== undefined && isFresh(person.confirmedAt, deps.clock())) return person;
    const outcome = person && offersProof(form) ? await proofOf(ctx, form, person) : undefined;
    if (person !== undefined && outcome?.kind !== 'proven') {
      await ask(ctx, deps, person, form, outcome);
      return undefined;
    }
    const confirmed = person && (await confirmSession(ctx, deps, person, deps.clock()));
    if (confirmed === undefined) redirectAfterPost(ctx, '/sign-in');
    return confirmed;
  };
}
