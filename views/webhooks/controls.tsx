/* What a user does with one webhook: edits it, tests it, replaces its secret, deletes it. */
import type { VNode } from 'preact';
import { Card, DangerCard } from '../parts/card.js';
import type { Confirmation } from '../parts/confirmation.js';
import { ButtonForm } from '../parts/forms/actions.js';
import { WEBHOOK_FORM_TEXT as TEXT } from './messages.js';

export interface ControlProps {
  readonly csrf: string;
  /** Path of the webhook. */
  readonly path: string;
  /** Switched off ones are not sent to. */
  readonly off: boolean;
}

export const TestCard = ({ csrf, path, off }: ControlProps): VNode => (
  <Card>
    <h2>{TEXT.test}</h2>
    <p class="hint">{TEXT.testDetail}</p>
    {off ? (
      <p>{TEXT.testOff}</p>
    ) : (
      <ButtonForm action={`${path}/tests`} csrf={csrf} look="plain" text={TEXT.sendTest} />
    )}
  </Card>
);

export const SecretAndRemoval = ({ csrf, path }: Omit<ControlProps, 'off'>): VNode => (
  <>
    <Card>
      <h2>{TEXT.secret}</h2>
      <p class="hint">{TEXT.secretDetail}</p>
      <ButtonForm action={`${path}/secret`} csrf={csrf} look="plain" text={TEXT.newSecret} />
    </Card>
    <DangerCard title={TEXT.danger} detail={TEXT.removal}>
      <ButtonForm action={`${path}/removal`} csrf={csrf} look="danger" text={TEXT.remove} />
    </DangerCard>
  </>
);

const waitingText = (waiting: number): string =>
  waiting === 1 ? '1 waiting delivery is not sent.' : `${waiting} waiting deliveries are not sent.`;

/** `waiting`: how many deliveries are not sent yet. */
export const confirmWebhookRemoval = (host: string, waiting: number): Confirmation => ({
  title: `Delete the webhook to ${host}?`,
  consequence: TEXT.removal,
  details: [
    ...(waiting > 0 ? [waitingText(waiting)] : []),
    'Its list of deliveries and its secret are deleted too.',
  ],
  submit: TEXT.remove,
});
