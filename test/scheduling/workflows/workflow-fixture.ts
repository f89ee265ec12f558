/*
 * A team with workflows, on a clock that the test sets. The mails and text messages of every moment can be read once all
 * due jobs are done.
 */
import type { Database } from '../../../adapters/knex/connection.js';
import { readOutbox } from '../../../src/delivery/outbox.js';
import type { Mail, Sms } from '../../../src/delivery/message-ports.js';
import type { Caller, Reply } from '../caller.js';
import { openTeamFixture, type TeamFixture } from '../team-fixture.js';

export interface StepView extends Readonly<Record<string, unknown>> {
  readonly id: number;
  readonly stepNumber: number;
}

export interface WorkflowView extends Readonly<Record<string, unknown>> {
  readonly id: number;
  readonly name: string;
  readonly steps: readonly StepView[];
}

export interface WorkflowFixture extends TeamFixture {
  readonly db: Database;
  /** The path of the team's workflows. */
  readonly path: string;
  /** As Ada, or as another user. */
  send<D = WorkflowView>(method: string, more?: string, body?: object, as?: Caller): Promise<Reply<D>>;
  workflow(trigger: object, change?: object): Promise<WorkflowView>;
  /** Sets the clock of the service, then waits until all that is due has been sent. */
  at(instant: number): Promise<void>;
  /** At the current time. */
  settled(): Promise<void>;
  /** Mails of workflows to the address, the newest first. */
  mails(address: string): Promise<readonly Mail[]>;
  texts(number: string): Promise<readonly Sms[]>;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Distinguishes mails of workflows from others. */
const SENDER = 'Desk of the harbour';

export const mailStep = (change: object = {}) => ({
  action: 'email_attendee',
  stepNumber: 1,
  recipient: 'attendee',
  template: 'custom',
  sender: SENDER,
  includeCalendarEvent: false,
  message: { subject: 'Soon: {EVENT_NAME}', html: '<p>Dear {ATTENDEE}, see you.</p>' },
  ...change,
});

export const textStep = (change: object = {}) => ({
  action: 'sms_attendee',
  stepNumber: 1,
  recipient: 'attendee',
  template: 'custom',
  sender: 'Desk',
  message: { subject: '', text: 'See you at {EVENT_TIME}, {ATTENDEE_FIRST_NAME}.' },
  ...change,
});

export const before = (value: number, unit = 'hour') => ({ type: 'beforeEvent', offset: { value, unit } });
export const after = (value: number, unit = 'hour') => ({ type: 'afterEvent', offset: { value, unit } });

export async function openWorkflowFixture(): Promise<WorkflowFixture> {
  let set: number | undefined;
  const team = await openTeamFixture({ clock: () => set ?? Date.now() });
  const { stores, backend, registry, idle } = team.service;
  const path = `/v2/organizations/${team.orgId}/teams/${team.teamId}/workflows`;
  const send: WorkflowFixture['send'] = (method, more = '', body, as = team.ada) =>
    as.call(method, `${path}${more}`, body);
  const outbox = () => readOutbox({ outbox: stores.delivery.outbox, keys: registry.keys }, 5_000);
  return {
    ...team,
    ...{ db: backend.db, path, send },
    async workflow(trigger, change = {}) {
      const activation = { isActiveOnAllEventTypes: true };
      const body = { name: 'A workflow', activation, trigger, steps: [mailStep()], ...change };
      const { status, data, text } = await send('POST', '', body);
      if (status !== 201) throw new Error(`not made: ${text}`);
      return data;
    },
    async at(instant) {
      set = instant;
      await idle();
    },
    async settled() {
      set = undefined;
      await idle();
    },
    mails: async (address) =>
      (await outbox()).flatMap((one) =>
        'subject' in one && one.sender === SENDER && one.to.address === address ? [one] : [],
      ),
    texts: async (number) =>
      (await outbox()).flatMap((one) => ('subject' in one || one.to !== number ? [] : [one])),
  };
}
