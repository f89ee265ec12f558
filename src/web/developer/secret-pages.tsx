/* Adding and removing client secrets. */
import { NewSecretPage } from '../../../views/developer/client-secrets.js';
import { addSecret, removeSecret } from '../../clients/rotate-secrets.js';
import type { UserPost } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { clientCrumbs, clientPath, type DeveloperDeps, ownClient } from './deps.js';

export async function add(post: UserPost, deps: DeveloperDeps): Promise<PageReply> {
  const record = await ownClient(post, deps);
  const { id: clientId, name } = record.client;
  const { account } = post.user;
  const { clientSecret } = await addSecret(deps, clientId, post.actor, account.id);
  const props = { name, clientId, clientSecret, backTo: clientPath(deps, clientId) };
  const view = <NewSecretPage user={account} crumbs={clientCrumbs(deps, record)} {...props} />;
  return page(view, { status: 201, scripts: [] });
}

export async function remove(post: UserPost, deps: DeveloperDeps): Promise<PageReply> {
  const { client } = await ownClient(post, deps);
  await removeSecret(deps, client.id, post.param('secretId'), post.actor, post.user.account.id);
  return redirect(`${clientPath(deps, client.id)}?done=secret_removed`);
}
