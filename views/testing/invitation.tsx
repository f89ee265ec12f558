/* The invitation to test an application that is not reviewed yet: by whom, what it is, and the answer. */
import type { VNode } from 'preact';
import type { PageUser } from '../parts/account-menu.js';
import { Button } from '../parts/forms/button.js';
import { CardPage } from '../parts/card-page.js';
import { DefinitionList } from '../parts/definition-list.js';
import { Form } from '../parts/forms/form.js';
import { isolated } from '../parts/text/isolated.js';
import { Link } from '../parts/link.js';
import { Notice } from '../parts/notice.js';
import { Preline } from '../parts/text/preline.js';

export interface TestInvitationProps {
  readonly user: PageUser;
  readonly name: string;
  readonly purpose: string;
  readonly website?: string | undefined;
  readonly inviter?: string | undefined;
  readonly accepted: boolean;
  readonly csrf: string;
  readonly action: string;
  readonly done?: string | undefined;
}

const TEXT = {
  title: (name: string) => `Test ${isolated(name)}?`,
  titleAccepted: (name: string) => `You test ${isolated(name)}`,
  inviter: 'Invited by',
  gone: 'Someone whose account was deleted, or who is not known',
  purpose: 'What it is for, in their words',
  website: 'Website, as they say',
  unreviewed: 'Nobody here has reviewed this application',
  unreviewedDetail:
    'Accept only if you know who invites you. It gets nothing of yours until you sign in with it and allow it.',
  accept: 'Accept',
  decline: 'Decline',
  stop: 'Stop testing',
  stopDetail: 'When you stop, it loses access to your account within a second.',
  back: 'Back to your account',
} as const;

export const TESTING_TEXT = {
  done: (name: string) => `You can use ${isolated(name)} now. Start in the application itself.`,
  declined: {
    title: 'You do not test this application',
    detail: 'It has no access to your account. You need not do anything.',
  },
  unknown: {
    title: 'There is no invitation to test this application',
    detail:
      'It was withdrawn, it is for another account, or the application does not wait for its review any more.',
  },
} as const;

export const DECISION = 'decision';

const Decision = ({ accepted, csrf, action }: TestInvitationProps): VNode => (
  <Form action={action} csrf={csrf}>
    {!accepted && (
      <Button look="primary" name={DECISION} value="accept">
        {TEXT.accept}
      </Button>
    )}
    <Button look="plain" name={DECISION} value="decline">
      {accepted ? TEXT.stop : TEXT.decline}
    </Button>
  </Form>
);

const Back = (): VNode => (
  <p class="centred">
    <Link to="/">{TEXT.back}</Link>
  </p>
);

export function TestInvitationPage(props: TestInvitationProps): VNode {
  const { user, name, purpose, website, inviter = TEXT.gone, accepted, done } = props;
  const facts = [
    { term: TEXT.inviter, value: <bdi>{inviter}</bdi> },
    { term: TEXT.purpose, value: <Preline text={purpose} /> },
    { term: TEXT.website, value: website && <bdi>{website}</bdi> },
  ];
  return (
    <CardPage title={accepted ? TEXT.titleAccepted(name) : TEXT.title(name)} user={user} below={<Back />}>
      {done && <Notice kind="good" title={done} />}
      <DefinitionList of={facts} />
      {!accepted && <Notice kind="warning" title={TEXT.unreviewed} detail={TEXT.unreviewedDetail} />}
      {accepted && <p class="hint">{TEXT.stopDetail}</p>}
      <Decision {...props} />
    </CardPage>
  );
}

export const NoTestPage = ({ user, why }: { user: PageUser; why: 'declined' | 'unknown' }): VNode => (
  <CardPage title={TESTING_TEXT[why].title} user={user} below={<Back />}>
    <p>{TESTING_TEXT[why].detail}</p>
  </CardPage>
);
