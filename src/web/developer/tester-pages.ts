/* Adding testers by their e-mail address, and removing them. */
import { addTester, removeTester } from '../../clients/testers.js';
import type { UserPost } from '../page.js';
import { type PageReply, redirect } from '../reply.js';
import { idOf } from '../request-values.js';
import { clientReply } from './client-pages.js';
import { clientPath, type DeveloperDeps, ownClient } from './deps.js';

export async function add(post: UserPost, deps: DeveloperDeps): Promise<PageReply> {
  const record = await ownClient(post, deps);
  const typed = post.form.text('email');
  const addition = { client: record.client, by: post.user.account.id, email: typed };
  const fault = await addTester(deps, addition, post.actor);
  if (fault !== undefined) return clientReply(post, deps, record, { typed, fault });
  return redirect(`${clientPath(deps, record.client.id)}?done=tester_added`);
}

export async function remove(post: UserPost, deps: DeveloperDeps): Promise<PageReply> {
  const { client } = await ownClient(post, deps);
  const removal = {
    clientId: client.id,
    by: post.user.account.id,
    accountId: idOf(post.param('accountId')),
  };
  await removeTester(deps, removal, post.actor);
  return redirect(`${clientPath(deps, client.id)}?done=tester_removed`);
}
