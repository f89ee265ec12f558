/* The door before forms that need a fresh sign-in. It stands in the way of the form itself, and holds it. */
import { redirectAfterPost } from '../../http/pages.js';
import { isFresh } from '../../accounts/recent-sign-in.js';
import type { AccountPagesDeps } from './page-deps.js';
import { confirmSession } from './page-session.js';
import type { ConfirmedPerson } from './user.js';
import { createProofs } from './proof-page.js';

export function createFreshDoor(deps: AccountPagesDeps): ConfirmedPerson {
  const proofs = createProofs(deps);
  return async (ctx, form) => {
    const person = await deps.currentPerson(ctx);
    if (person !== undefined && isFresh(person.confirmedAt, deps.clock())) return person;
    const sender = person && { account: person.account, present: person };
    const outcome = sender && (await proofs.proofIn(ctx, form, sender));
    if (sender !== undefined && outcome?.kind !== 'proven') {
      await proofs.ask(ctx, form, sender, outcome);
      return undefined;
    }
    const confirmed = person && (await confirmSession(ctx, deps, person, deps.clock()));
    if (confirmed === undefined) redirectAfterPost(ctx, '/sign-in');
    return confirmed;
  };
}
