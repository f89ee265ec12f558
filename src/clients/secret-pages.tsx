/* Adding and removing client secrets by their owner. */
import type Router from 'koa-router';
import { NewSecretPage } from '../../views/clients/client-secrets.js';
import { redirectAfterPost, sendPage } from '../http/pages.js';
import { clientCrumbs } from './client-pages.js';
import {
  type ClientPagesDeps,
  causeOf,
  clientPath,
  ownClient,
  page,
  paramOf,
  type Post,
  posted,
} from './page-doors.js';
import { addSecret, removeSecret } from './rotate-secrets.js';

async function add(post: Post, deps: ClientPagesDeps): Promise<void> {
  const record = await ownClient(deps, post);
  const { id: clientId, name } = record.client;
  const { clientSecret } = await addSecret(deps, clientId, causeOf(post));
  const props = { name, clientId, clientSecret, backTo: clientPath(deps, clientId) };
  sendPage(
    post.ctx,
    201,
    <NewSecretPage person={post.account} crumbs={clientCrumbs(deps, record)} {...props} />,
  );
}

async function remove(post: Post, deps: ClientPagesDeps): Promise<void> {
  const { client } = await ownClient(deps, post);
  await removeSecret(deps, client.id, paramOf(post, 'secretId'), causeOf(post));
  redirectAfterPost(post.ctx, `${clientPath(deps, client.id)}?done=secret_removed`);
}

export function addSecretPages(router: Router, deps: ClientPagesDeps): void {
  const path = `${deps.settingsPath}/clients/:id/secrets`;
  /** The address of the page that showed a secret, asked for again, shows it no more. */
  const back = page(deps, async (visit) => {
    const { client } = await ownClient(deps, visit);
    redirectAfterPost(visit.ctx, clientPath(deps, client.id));
  });
  router.get(path, back);
  router.post(
    path,
    posted(deps, (post) => add(post, deps)),
  );
  router.post(
    `${path}/:secretId/removal`,
    posted(deps, (post) => remove(post, deps)),
  );
}
