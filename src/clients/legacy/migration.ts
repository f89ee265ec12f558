/*
 * From a legacy client to a scoped one: which scopes its calls suggest, and when saving has to be confirmed, because
 * requests without scope would fail from then on. Pure.
 */
import type { ScopeName } from '../../scopes/catalogue.js';
import { type ClientForm, clientFaults } from '../rules.js';
import type { Client } from '../store.js';
import type { Tally } from '../usage/usage-store.js';
import { askedAuthorizations, neededScopes } from '../usage/usage.js';

export const suggestedScopes = (tallies: readonly Tally[]): readonly ScopeName[] =>
  neededScopes(tallies).map(({ scope }) => scope.name);

/**
 * How many requests of the last 30 days would be refused after saving this form of a legacy client. 0 when it stays
 * legacy, and when the form cannot be saved anyway.
 */
export function refusalsToConfirm(
  form: ClientForm,
  { allowedSchemes }: Pick<Client, 'allowedSchemes'>,
  tallies: readonly Tally[],
): number {
  const becomesScoped = form.scopes.length > 0 && clientFaults(form, { allowedSchemes }).length === 0;
  return becomesScoped ? askedAuthorizations(tallies).leftOut : 0;
}
