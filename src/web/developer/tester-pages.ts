/* Adding testers by their e-mail address, and removing them. */
import { CLIENT_MESSAGES } from '../../../views/developer/client-page.js';
import { addTester as addClientTester, removeTester as removeClientTester } from '../../clients/testers.js';
import type { UserPost } from '../page.js';
import { doneReply, type PageReply } from '../reply.js';
import { idOf } from '../request-values.js';
import { clientReply } from './client-pages.js';
import { clientPath, type DeveloperDeps, findOwnClient } from './deps.js';

export async function addTester(deps: DeveloperDeps, post: UserPost): Promise<PageReply> {
  const record = await findOwnClient(deps, post);
  const typed = post.form.text('email');
  const addition = { client: record.client, by: post.user.account.id, email: typed };
  const fault = await addClientTester(deps, addition, post.actor);
  if (fault !== undefined) return clientReply(deps, post, record, { typed, fault });
  return doneReply(post, clientPath(deps, record.client.id), CLIENT_MESSAGES.testerAdded(typed.trim()));
}

export async function removeTester(deps: DeveloperDeps, post: UserPost): Promise<PageReply> {
  const { client } = await findOwnClient(deps, post);
  const accountId = idOf(post.param('accountId'));
  const tester = (await deps.records.testers(client.id)).find((one) => one.accountId === accountId);
  await removeClientTester(deps, { clientId: client.id, by: post.user.account.id, accountId }, post.actor);
  return doneReply(post, clientPath(deps, client.id), CLIENT_MESSAGES.testerRemoved(tester?.name ?? ''));
}
