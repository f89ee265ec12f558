/* Naming testers by their e-mail address, and taking them off again. */
import type Router from 'koa-router';
import { redirectAfterPost } from '../http/pages.js';
import { showClient } from './client-pages.js';
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
import { addTester, removeTester } from './testers.js';

async function add(post: Post, deps: ClientPagesDeps): Promise<void> {
  const record = await ownClient(deps, post);
  const typed = post.form.text('email');
  const fault = await addTester(deps, record.client, typed, causeOf(post));
  if (fault !== undefined) await showClient(post, deps, record, { typed, fault });
  else redirectAfterPost(post.ctx, `${clientPath(deps, record.client.id)}?done=tester_added`);
}

async function remove(post: Post, deps: ClientPagesDeps): Promise<void> {
  const { client } = await ownClient(deps, post);
  const text = paramOf(post, 'accountId');
  const accountId = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  await removeTester(deps, client, accountId, causeOf(post));
  redirectAfterPost(post.ctx, `${clientPath(deps, client.id)}?done=tester_removed`);
}

export function addTesterPages(router: Router, deps: ClientPagesDeps): void {
  const path = `${deps.settingsPath}/clients/:id/testers`;
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
    `${path}/:accountId/removal`,
    posted(deps, (post) => remove(post, deps)),
  );
}
