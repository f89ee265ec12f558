/* `/settings/testing/:id`: the invitation to test a client before its review, its answer, and the end of testing. */
import { DECISION, NoTestPage, TESTING_TEXT, TestInvitationPage } from '../../../views/testing/invitation.js';
import type { ClientRecordStore } from '../../clients/record-store.js';
import { TESTING_PATH, testingPath } from '../../clients/testers.js';
import { definePage, handlerWith, type Page, type UserPost, type UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { doneText } from '../request-values.js';

export interface TestingPagesDeps {
  readonly records: Pick<ClientRecordStore, 'testerInvitation' | 'acceptInvitation' | 'declineInvitation'>;
}

const noTest = ({ user }: UserRequest, why: 'declined' | 'unknown'): PageReply =>
  page(<NoTestPage user={user.account} why={why} />, { status: why === 'declined' ? 200 : 404 });

async function showInvitation({ records }: TestingPagesDeps, request: UserRequest): Promise<PageReply> {
  const { account } = request.user;
  const id = request.param('id');
  const invitation = await records.testerInvitation(id, account.id);
  if (invitation === undefined)
    return noTest(request, request.query('done') === 'declined' ? 'declined' : 'unknown');
  const props = {
    ...invitation,
    user: account,
    csrf: request.csrf(),
    action: testingPath(id),
    done: invitation.accepted
      ? doneText(request, { accepted: TESTING_TEXT.done(invitation.name) })
      : undefined,
  };
  return page(<TestInvitationPage {...props} />);
}

async function answer(deps: TestingPagesDeps, post: UserPost): Promise<PageReply> {
  const [id, accountId] = [post.param('id'), post.user.account.id];
  const decision = post.form.text(DECISION);
  if (decision !== 'accept' && decision !== 'decline') return showInvitation(deps, post);
  const accepts = decision === 'accept';
  const { records } = deps;
  const done = await (accepts
    ? records.acceptInvitation(id, accountId, post.actor)
    : records.declineInvitation(id, accountId, post.actor));
  return done === 'not_found' ? noTest(post, 'unknown') : redirect(`${testingPath(id)}?done=${done}`);
}

export function createTestingPages(deps: TestingPagesDeps): readonly Page[] {
  const by = handlerWith(deps);
  const path = `${TESTING_PATH}/:id`;
  return [
    definePage({ method: 'GET', path, who: 'user', handle: by(showInvitation) }),
    definePage({ method: 'POST', path, who: 'user', form: { askAgain: true }, handle: by(answer) }),
  ];
}
