/* Adding testers by their e-mail address, and removing them. */
import { addTester as addClientTester, removeTester as removeClientTester } from '../../clients/testers.js';
import type { UserPost } from '../page.js';
import { type PageReply, redirect } from '../reply.js';
import { idOf } from '../request-values.js';
import { clientReply } from './client-pages.js';
import { clientPath, type DeveloperDeps, findOwnClient } from './deps.js';

export async function addTester(deps: DeveloperDeps, post: UserPost): Promise<PageReply> {
  const record = await findOwnClient(deps, post);
  const typed = post.form.text('email');
  const addition = { client: record.client, by: post.user.account.id, email: typed };
  const fault = await addClientTester(deps, addition, post.actor);
  if (fault !== undefined) return clientReply(deps, post, record, { typed, fault });
  return redirect(`${clientPath(deps, record.client.id)}?done=tester_added`);
}

export async function removeTester(deps: DeveloperDeps, post: UserPost): Promise<PageReply> {
  const { client } = await findOwnClient(deps, post);
  const removal = {
    clientId: client.id,
    by: post.user.account.id,
    accountId: idOf(post.param('accountId')),
  };
  await removeClientTester(deps, removal, post.actor);
  return redirect(`${clientPath(deps, client.id)}?done=tester_removed`);
}
