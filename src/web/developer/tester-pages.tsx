/* Naming testers by their e-mail address, and taking them off again. */
import type Router from 'koa-router';
import { redirectAfterPost } from '../../http/pages.js';
import { showClient } from './client-pages.js';
import {
  type ClientPagesDeps,
  actorOf,
  clientPath,
  ownClient,
  paramOf,
  type Post,
  posted,
} from './deps.js';
import { addPartPages } from './nested-pages.js';
import { addTester, removeTester } from '../../clients/testers.js';

async function add(post: Post, deps: ClientPagesDeps): Promise<void> {
  const record = await ownClient(deps, post);
  const typed = post.form.text('email');
  const naming = { client: record.client, by: post.account.id, email: typed };
  const fault = await addTester(deps, naming, actorOf(post));
  if (fault !== undefined) await showClient(post, deps, record, { typed, fault });
  else redirectAfterPost(post.ctx, `${clientPath(deps, record.client.id)}?done=tester_added`);
}

async function remove(post: Post, deps: ClientPagesDeps): Promise<void> {
  const { client } = await ownClient(deps, post);
  const text = paramOf(post, 'accountId');
  const accountId = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  const removal = { clientId: client.id, by: post.account.id, accountId };
  await removeTester(deps, removal, actorOf(post));
  redirectAfterPost(post.ctx, `${clientPath(deps, client.id)}?done=tester_removed`);
}

export function addTesterPages(router: Router, deps: ClientPagesDeps): void {
  addPartPages(router, deps, {
    at: 'testers',
    param: 'accountId',
    add: posted(deps, (post) => add(post, deps)),
    remove: posted(deps, (post) => remove(post, deps)),
  });
}
