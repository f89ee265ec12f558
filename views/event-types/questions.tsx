/* The questions that an event type asks. Data: web/event-types. */
import type { VNode } from 'preact';
import { AccountPage } from '../parts/account-page.js';
import { LinkAction } from '../parts/forms/actions.js';
import { Button } from '../parts/forms/button.js';
import { Badge } from '../parts/badge.js';
import { Card } from '../parts/card.js';
import { Form } from '../parts/forms/form.js';
import { Identifier } from '../parts/text/identifier.js';
import type { FormPageProps } from '../layout.js';
import { Link } from '../parts/link.js';
import { Notice } from '../parts/notice.js';
import { isolated } from '../parts/text/isolated.js';
import { EVENT_TYPE_TEXT } from './event-type-page.js';

export interface QuestionView {
  readonly slug: string;
  readonly label: string;
  readonly detail: string;
  readonly hidden: boolean;
  /** Absent where a team manages the event type. */
  readonly to?: string | undefined;
  readonly canMoveUp: boolean;
}

export interface QuestionsProps extends FormPageProps {
  readonly action: string;
  readonly version: string;
  readonly questions: readonly QuestionView[];
  /** Absent where a team manages the event type. */
  readonly createTo?: string | undefined;
  readonly done?: string | undefined;
  readonly refusal?: string | undefined;
}

/** The button that moves a question; its value is the slug. */
export const MOVE_UP = 'up';

export const QUESTIONS_TEXT = {
  title: 'Questions',
  lead: 'What people are asked when they book, in this order.',
  create: 'Add a question',
  hidden: 'Not asked',
  moveUp: (label: string) => `Move up: ${label}`,
  up: 'Move up',
  saved: (label: string) => `The question “${isolated(label)}” is saved.`,
  removed: (label: string) => `The question “${isolated(label)}” is deleted. Answers in bookings stay.`,
  stale: 'The event type was changed in the meantime. This is its current state; try again.',
} as const;
const TEXT = QUESTIONS_TEXT;

const Question = ({ slug, label, detail, hidden, to, canMoveUp }: QuestionView): VNode => (
  <li>
    <div>
      {to === undefined ? (
        <bdi class="strong">{label}</bdi>
      ) : (
        <Link to={to}>
          <bdi class="strong">{label}</bdi>
        </Link>
      )}
      <p class="hint">
        {detail} · <Identifier value={slug} />
      </p>
      {hidden && <Badge kind="warning" text={TEXT.hidden} />}
    </div>
    {canMoveUp && (
      <div class="actions">
        <Button look="plain" name={MOVE_UP} value={slug} label={TEXT.moveUp(label)}>
          {TEXT.up}
        </Button>
      </div>
    )}
  </li>
);

export const QuestionsPage = (props: QuestionsProps): VNode => (
  <AccountPage {...props} title={TEXT.title}>
    <p class="lead">{TEXT.lead}</p>
    {props.createTo === undefined && (
      <Notice kind="info" title={EVENT_TYPE_TEXT.managed} detail={EVENT_TYPE_TEXT.lockedQuestions} />
    )}
    <Card>
      <Form action={props.action} csrf={props.csrf}>
        <input type="hidden" name="version" value={props.version} />
        <ol class="form-parts">
          {props.questions.map((question) => (
            <Question key={question.slug} {...question} />
          ))}
        </ol>
      </Form>
      {props.createTo && <LinkAction look="primary" to={props.createTo} text={TEXT.create} />}
    </Card>
  </AccountPage>
);
