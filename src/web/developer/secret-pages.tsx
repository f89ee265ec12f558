/* Adding and removing client secrets. */
import { CLIENT_MESSAGES } from '../../../views/developer/client-page.js';
import { confirmSecretRemoval } from '../../../views/developer/confirmations.js';
import type { Confirmation } from '../../../views/parts/confirmation.js';
import { NewSecretPage, type NewSecretProps } from '../../../views/developer/new-secret.js';
import {
  addSecret as addClientSecret,
  removeSecret as removeClientSecret,
} from '../../clients/rotate-secrets.js';
import type { UserPost } from '../page.js';
import { doneReply, page, type PageReply } from '../reply.js';
import { presentSecrets } from './presenter.js';
import { clientCrumbs, clientPath, type DeveloperDeps, findOwnClient } from './deps.js';

/** A secret is shown in the reply to its own form, so that it is never stored for a second request. */
export const newSecretReply = ({ user }: UserPost, props: Omit<NewSecretProps, 'user'>): PageReply =>
  page(<NewSecretPage user={user.account} {...props} />, { status: 201, scripts: [] });

export async function addSecret(deps: DeveloperDeps, post: UserPost): Promise<PageReply> {
  const record = await findOwnClient(deps, post);
  const { id: clientId, name } = record.client;
  const { clientSecret: secret } = await addClientSecret(deps, clientId, post.actor, post.user.account.id);
  const props = { name, clientId, secret, backTo: clientPath(deps, clientId) };
  return newSecretReply(post, { kind: 'client', crumbs: clientCrumbs(deps, record), ...props });
}

/** Undefined for the only secret, which cannot be removed, and for one that is removed. */
export async function askToRemoveSecret(
  deps: DeveloperDeps,
  post: UserPost,
): Promise<Confirmation | undefined> {
  const { client } = await findOwnClient(deps, post);
  const now = new Date(deps.clock());
  const secrets = presentSecrets(client, await deps.usage.ofClient(client.id, now), now);
  const secret = secrets.find(({ id }) => id === post.param('secretId'));
  return secret === undefined || secrets.length < 2 ? undefined : confirmSecretRemoval(client.name, secret);
}

export async function removeSecret(deps: DeveloperDeps, post: UserPost): Promise<PageReply> {
  const { client } = await findOwnClient(deps, post);
  const id = post.param('secretId');
  const hint = client.secrets.find((secret) => secret.id === id)?.hint ?? '';
  await removeClientSecret(deps, client.id, id, post.actor, post.user.account.id);
  return doneReply(post, clientPath(deps, client.id), CLIENT_MESSAGES.secretRemoved(hint));
}
