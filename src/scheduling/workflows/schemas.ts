/* What goes into the routes of workflows, in the names and types of the public API. */
import { z } from 'zod';
import { idInPath, page } from '../../api/values.js';
import { flag, whole } from '../event-types/setting-schemas.js';
import { isPlainLine, isPlainText } from '../profile/rules.js';
import { name } from '../profile/schemas.js';
import {
  BOOKING_ACTIONS,
  BOOKING_TRIGGERS,
  FORM_ACTIONS,
  FORM_TRIGGERS,
  OFFSET_UNITS,
  TEMPLATES,
} from './store.js';
import { pagelessIn } from './templates.js';

const STEPS = 20;
const TARGETS = 500;
const MAX_OFFSET = 10_000;
const LINE_LENGTH = 200;
const HTML_LENGTH = 30_000;
const TEXT_LENGTH = 1_600;

const oneOf = (all: readonly string[]): string => `must be one of ${all.join(', ')}`;

/** In the list of the public API, but nothing here would ever cause or carry it. */
const NEVER: Readonly<Record<string, string>> = {
  bookingPaid: 'is not offered: bookings are not paid for here',
  bookingPaymentInitiated: 'is not offered: bookings are not paid for here',
  whatsapp_attendee: 'is not offered: nothing here carries WhatsApp messages',
  whatsapp_number: 'is not offered: nothing here carries WhatsApp messages',
  cal_ai_phone_call: 'is not offered: nothing here makes phone calls',
};

const offered = <const T extends readonly string[]>(all: T) =>
  z.enum(all, {
    error: ({ input }) => (typeof input === 'string' && NEVER[input]) || oneOf(all),
  });

const line = z
  .string('must be text')
  .trim()
  .max(LINE_LENGTH, `must be at most ${LINE_LENGTH} characters`)
  .refine(isPlainLine, 'must not hold control characters');

const template = (most: number) =>
  z
    .string('must be text')
    .max(most, `must be at most ${most} characters`)
    .refine(isPlainText, 'must not hold control characters')
    .refine((text) => pagelessIn(text).length === 0, {
      error: ({ input }) =>
        `cannot use ${typeof input === 'string' ? pagelessIn(input).join(', ') : ''}: there is no such page here`,
    });

const offset = z.object({
  value: whole(1, MAX_OFFSET),
  unit: z.enum(OFFSET_UNITS, oneOf(OFFSET_UNITS)),
});

/** These say how long before or after. */
const TIMED: readonly string[] = [
  'beforeEvent',
  'afterEvent',
  'afterHostsCalVideoNoShow',
  'afterGuestsCalVideoNoShow',
  'formSubmittedNoEvent',
];

const trigger = <const T extends readonly string[]>(all: T) =>
  z
    .object({ type: offered(all), offset: offset.exactOptional() })
    .refine((sent) => sent.offset !== undefined || !TIMED.includes(sent.type), {
      path: ['offset'],
      error: 'must say how long before or after',
    })
    .transform(({ type, offset: said }) => ({ type, offset: TIMED.includes(type) ? (said ?? null) : null }));

const message = z.object({
  subject: template(LINE_LENGTH).trim().refine(isPlainLine, 'must be one line').default(''),
  html: template(HTML_LENGTH).exactOptional(),
  text: template(TEXT_LENGTH).exactOptional(),
});

const id = z.int('must be the number of an id');

const stepTerms = {
  /** Of the step that it takes the place of. */
  id: id.exactOptional(),
  stepNumber: whole(1, 1_000),
  template: z.enum(TEMPLATES, oneOf(TEMPLATES)),
  /** Follows from the action, whatever is said. */
  recipient: z.enum(['const', 'attendee', 'email', 'phone_number']).exactOptional(),
  sender: line.default(''),
  message,
  includeCalendarEvent: flag.default(false),
  verifiedEmailId: id.exactOptional(),
  verifiedPhoneId: id.exactOptional(),
  phoneRequired: flag.default(false),
};

interface SentStep {
  readonly action: string;
  readonly message: z.output<typeof message>;
  readonly verifiedEmailId?: number;
  readonly verifiedPhoneId?: number;
}

const missing = (text: string | undefined): boolean => text === undefined || text.trim() === '';

/** What an action cannot do without. */
function evaluateSlot(step: SentStep, context: z.RefinementCtx): void {
  const fault = (path: string[], rule: string) => context.addIssue({ code: 'custom', path, message: rule });
  const { action, message: message } = step;
  const isMail = action.startsWith('email');
  if (isMail && message.subject === '') fault(['message', 'subject'], 'must not be empty');
  if (isMail && missing(message.html)) fault(['message', 'html'], 'must not be empty');
  if (!isMail && missing(message.text)) fault(['message', 'text'], 'must not be empty');
  if (action === 'email_address' && step.verifiedEmailId === undefined)
    fault(['verifiedEmailId'], 'must be the id of a verified address');
  if (action === 'sms_number' && step.verifiedPhoneId === undefined)
    fault(['verifiedPhoneId'], 'must be the id of a verified phone number');
}

const steps = <T extends z.ZodType<readonly { readonly stepNumber: number }[]>>(all: T) =>
  all
    .refine((sent) => sent.length > 0 && sent.length <= STEPS, `must be 1 to ${STEPS} steps`)
    .refine(
      (sent) => new Set(sent.map(({ stepNumber }) => stepNumber)).size === sent.length,
      'must give each step a number of its own',
    );

const bookingSteps = steps(
  z.array(
    z
      .object({ action: offered(BOOKING_ACTIONS), ...stepTerms })
      .superRefine(evaluateSlot)
      .refine(({ action, phoneRequired }) => !phoneRequired || action === 'sms_attendee', {
        path: ['phoneRequired'],
        error: 'must be false: no number of the attendee is needed for this',
      }),
    'must be a list of steps',
  ),
);

const formStep = z
  .object({
    action: offered(FORM_ACTIONS),
    ...stepTerms,
    includeCalendarEvent: z.literal(false, 'must be false: a form has no event').default(false),
    phoneRequired: z
      .literal(false, 'must be false: let the form ask for the number with a field of its own')
      .default(false),
  })
  .superRefine(evaluateSlot);
const formSteps = steps(z.array(formStep, 'must be a list of steps'));

const targets = <T extends z.ZodType>(one: T) =>
  z.array(one, 'must be a list of ids').max(TARGETS, `must be at most ${TARGETS}`).default([]);

const bookingActivation = z
  .object({ isActiveOnAllEventTypes: flag.default(false), activeOnEventTypeIds: targets(id) })
  .transform(({ isActiveOnAllEventTypes: everywhere, activeOnEventTypeIds: ids }) => ({
    ...{ everywhere, eventTypeIds: everywhere ? [] : [...new Set(ids)], formIds: [] },
  }));

const formId = z.union([z.string(), z.number().transform(String)], 'must be the id of a routing form');
const formActivation = z
  .object({ isActiveOnAllRoutingForms: flag.default(false), activeOnRoutingFormIds: targets(formId) })
  .transform(({ isActiveOnAllRoutingForms: everywhere, activeOnRoutingFormIds: ids }) => ({
    ...{ everywhere, eventTypeIds: [], formIds: everywhere ? [] : [...new Set(ids)] },
  }));

const booking = {
  name,
  activation: bookingActivation,
  trigger: trigger(BOOKING_TRIGGERS),
  steps: bookingSteps,
};
const form = { name, activation: formActivation, trigger: trigger(FORM_TRIGGERS), steps: formSteps };

export const eventWorkflowInput = z.object(booking);
export const eventWorkflowChange = z.object(booking).partial();
export const formWorkflowInput = z.object(form);
export const formWorkflowChange = z.object(form).partial();

export type WorkflowInput = z.output<typeof eventWorkflowInput> | z.output<typeof formWorkflowInput>;
export type WorkflowChange = z.output<typeof eventWorkflowChange> | z.output<typeof formWorkflowChange>;

export const workflowsQuery = z.object(page);
export const workflowParams = z.object({ workflowId: idInPath });
