/*
 * Two active secrets at most, one at least: the store decides, so that of two simultaneous requests one loses. Removing
 * a secret works at once on every replica and leaves issued tokens valid.
 */
import type { Actor } from '../events/audit-log.js';
import { conflict, notFound } from '../errors.js';
import type { Registry } from './register.js';
import { newSecret } from './secrets.js';
import type { Client, ClientStore } from './store.js';

export interface AddedSecret {
  readonly id: string;
  /** Shown once. */
  readonly clientSecret: string;
}

const NO_CLIENT = 'There is no client with this id.';

export async function findClient(clients: ClientStore, clientId: string): Promise<Client> {
  const client = await clients.find(clientId);
  if (!client) throw notFound(NO_CLIENT);
  return client;
}

/**
 * With `managerId` only if that account manages the client; the command line passes none. Throws `conflict` when two are
 * active already or the client is public, `notFound`.
 */
export async function addSecret(
  registry: Registry,
  clientId: string,
  actor: Actor,
  managerId?: number,
): Promise<AddedSecret> {
  const { plain, stored } = newSecret(registry.keys, registry.random);
  const verdict = await registry.clients.addSecret(clientId, stored, actor, managerId);
  if (verdict === 'not_found') throw notFound(NO_CLIENT);
  if (verdict === 'public_client') throw conflict('A public client has no secrets; it uses PKCE.');
  if (verdict === 'two_active')
    throw conflict('Two secrets are already active. Remove one before adding another.');
  return { id: stored.id, clientSecret: plain };
}

/** Throws `conflict` for the last active secret, `notFound` for an unknown client or secret. */
export async function removeSecret(
  { clients }: Pick<Registry, 'clients'>,
  clientId: string,
  secretId: string,
  actor: Actor,
  managerId?: number,
): Promise<void> {
  const verdict = await clients.removeSecret(clientId, secretId, actor, managerId);
  if (verdict === 'not_found') throw notFound('This client has no secret with this id.');
  if (verdict === 'last_one') {
    throw conflict(
      'This is the only active secret. Add another one and switch to it before removing this one.',
    );
  }
}
