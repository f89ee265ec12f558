/*
 * From a legacy client to a scoped one: what its calls suggest, and when saving has to be confirmed, because requests
 * that leave out scope would fail from then on. What saving does stands in revisions.ts. Pure.
 */
import type { LegacyAssistantProps } from '../../views/developer/legacy-assistant.js';
import type { ScopeName } from '../scopes/catalogue.js';
import { type ClientForm, clientFaults } from './rules.js';
import type { Client } from './store.js';
import type { Tally } from './usage-store.js';
import { askedAuthorizations, neededScopes } from './usage.js';

export const suggestedScopes = (tallies: readonly Tally[]): readonly ScopeName[] =>
  neededScopes(tallies).map(({ scope }) => scope.name);

/** Undefined for a client that has its scope list. */
export function legacyAssistant(
  client: Client,
  tallies: readonly Tally[],
  useTo: string,
): LegacyAssistantProps | undefined {
  if (!client.legacy) return undefined;
  const { named, leftOut } = askedAuthorizations(tallies);
  const needed = neededScopes(tallies).map(({ scope: { name, words }, calls }) => ({ name, words, calls }));
  return { needed, named, leftOut, useTo };
}

/**
 * How many requests like those of the last 30 days would be refused once this form of a legacy client is saved. 0 when there were
 * none, when it stays legacy, and when the form cannot be saved anyway.
 */
export function refusalsToConfirm(form: ClientForm, tallies: readonly Tally[]): number {
  const becomesScoped = form.scopes.length > 0 && clientFaults(form).length === 0;
  return becomesScoped ? askedAuthorizations(tallies).leftOut : 0;
}
