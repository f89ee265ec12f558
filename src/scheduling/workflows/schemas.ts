/* Inputs of the workflow routes, in the names and types of the public API. */
import { z } from 'zod';
import { flag, idInPath, page, whole } from '../../api/values.js';
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
import { unsupportedVariablesIn } from './templates.js';

const STEPS = 20;
const TARGETS = 500;
const MAX_OFFSET = 10_000;
const LINE_LENGTH = 200;
const HTML_LENGTH = 30_000;
const TEXT_LENGTH = 1_600;

const oneOf = (all: readonly string[]): string => `must be one of ${all.join(', ')}`;

/** Values of the public API that this service does not support. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  bookingPaid: 'is not supported: bookings are free',
  bookingPaymentInitiated: 'is not supported: bookings are free',
  whatsapp_attendee: 'is not supported: WhatsApp messages cannot be sent',
  whatsapp_number: 'is not supported: WhatsApp messages cannot be sent',
  cal_ai_phone_call: 'is not supported: phone calls cannot be made',
};

const supported = <const T extends readonly string[]>(all: T) =>
  z.enum(all, {
    error: ({ input }) => (typeof input === 'string' && UNSUPPORTED[input]) || oneOf(all),
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
    .refine((text) => unsupportedVariablesIn(text).length === 0, {
      error: ({ input }) =>
        `cannot use ${typeof input === 'string' ? unsupportedVariablesIn(input).join(', ') : ''}: there are no such pages`,
    });

const offset = z.object({
  value: whole(1, MAX_OFFSET),
  unit: z.enum(OFFSET_UNITS, oneOf(OFFSET_UNITS)),
});

/** Triggers with an offset. */
const TIMED: readonly string[] = [
  'beforeEvent',
  'afterEvent',
  'afterHostsCalVideoNoShow',
  'afterGuestsCalVideoNoShow',
  'formSubmittedNoEvent',
];

const trigger = <const T extends readonly string[]>(all: T) =>
  z
    .object({ type: supported(all), offset: offset.exactOptional() })
    .refine(({ type, offset: length }) => length !== undefined || !TIMED.includes(type), {
      path: ['offset'],
      error: 'must say how long before or after',
    })
    .transform(({ type, offset: length }) => ({
      type,
      offset: TIMED.includes(type) ? (length ?? null) : null,
    }));

const message = z.object({
  subject: template(LINE_LENGTH).trim().refine(isPlainLine, 'must be one line').default(''),
  html: template(HTML_LENGTH).exactOptional(),
  text: template(TEXT_LENGTH).exactOptional(),
});

const id = z.int('must be the number of an id');

const stepTerms = {
  /** Of the step that it replaces. */
  id: id.exactOptional(),
  stepNumber: whole(1, 1_000),
  template: z.enum(TEMPLATES, oneOf(TEMPLATES)),
  /** Ignored: the action decides. */
  recipient: z.enum(['const', 'attendee', 'email', 'phone_number']).exactOptional(),
  sender: line.default(''),
  message,
  includeCalendarEvent: flag.default(false),
  verifiedEmailId: id.exactOptional(),
  verifiedPhoneId: id.exactOptional(),
  phoneRequired: flag.default(false),
};

interface StepInput {
  readonly action: string;
  readonly message: z.output<typeof message>;
  readonly verifiedEmailId?: number;
  readonly verifiedPhoneId?: number;
}

const isBlank = (text = ''): boolean => text.trim() === '';

/** Members that an action requires. */
function checkStep(step: StepInput, context: z.RefinementCtx): void {
  const fault = (path: string[], rule: string) => context.addIssue({ code: 'custom', path, message: rule });
  const { action, message } = step;
  const isMail = action.startsWith('email');
  if (isMail && message.subject === '') fault(['message', 'subject'], 'must not be empty');
  if (isMail && isBlank(message.html)) fault(['message', 'html'], 'must not be empty');
  if (!isMail && isBlank(message.text)) fault(['message', 'text'], 'must not be empty');
  if (action === 'email_address' && step.verifiedEmailId === undefined)
    fault(['verifiedEmailId'], 'must be the id of a verified address');
  if (action === 'sms_number' && step.verifiedPhoneId === undefined)
    fault(['verifiedPhoneId'], 'must be the id of a verified phone number');
}

const steps = <T extends z.ZodType<readonly { readonly stepNumber: number }[]>>(all: T) =>
  all
    .refine(({ length }) => length > 0 && length <= STEPS, `must be 1 to ${STEPS} steps`)
    .refine(
      (list) => new Set(list.map(({ stepNumber }) => stepNumber)).size === list.length,
      'must give each step a number of its own',
    );

const bookingSteps = steps(
  z.array(
    z
      .object({ action: supported(BOOKING_ACTIONS), ...stepTerms })
      .superRefine(checkStep)
      .refine(({ action, phoneRequired }) => !phoneRequired || action === 'sms_attendee', {
        path: ['phoneRequired'],
        error: 'must be false: no number of the attendee is needed for this',
      }),
    'must be a list of steps',
  ),
);

const formStep = z
  .object({
    action: supported(FORM_ACTIONS),
    ...stepTerms,
    includeCalendarEvent: z.literal(false, 'must be false: a form has no event').default(false),
    phoneRequired: z
      .literal(false, 'must be false: let the form ask for the number with a field of its own')
      .default(false),
  })
  .superRefine(checkStep);
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
