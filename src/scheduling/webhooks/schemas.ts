/* Inputs and replies of the webhook routes, in the names and types of the public API. */
import { z } from 'zod';
import { flag, idInPath, page } from '../../api/values.js';
import { outboundUrlFault } from '../../outbound/outbound.js';
import { templateFault } from './payload-template.js';
import { TRIGGERS, triggerFault } from '../../events/triggers.js';
import { WEBHOOK_VERSION } from './webhook-event.js';

const MAX_TEMPLATE_LENGTH = 10_000;
const MAX_SECRET_LENGTH = 500;
const TEMPLATE_RULE = `must be text of at most ${MAX_TEMPLATE_LENGTH} characters`;
const SECRET_RULE = `must be text of at most ${MAX_SECRET_LENGTH} characters`;
const TRIGGERS_RULE = 'must be a list of at least one trigger';

/** Reports the fault of a text, after the name of its subject. */
const checkedBy =
  (about: string, fault: (text: string) => string | undefined) =>
  (text: string, context: z.core.$RefinementCtx): void => {
    const message = fault(text);
    if (message !== undefined) context.addIssue({ code: 'custom', message: `${about} ${message}` });
  };

/** Which addresses may be called depends on the configuration (use-cases.ts). */
const subscriberUrl = z.string('must be text').superRefine(checkedBy('the URL', outboundUrlFault));

const triggersOf = (ofEventType: boolean) =>
  z
    .array(
      z
        .enum(TRIGGERS, `must be one of: ${TRIGGERS.join(', ')}`)
        .superRefine((trigger, context) =>
          checkedBy('this trigger', () => triggerFault(trigger, ofEventType))(trigger, context),
        ),
      TRIGGERS_RULE,
    )
    .min(1, TRIGGERS_RULE)
    // A longer list repeats triggers.
    .max(TRIGGERS.length, `must name each trigger once`)
    .transform((triggers) => [...new Set(triggers)]);

const payloadTemplate = z
  .string(TEMPLATE_RULE)
  .max(MAX_TEMPLATE_LENGTH, TEMPLATE_RULE)
  .superRefine(checkedBy('the template', templateFault));

const version = z
  .literal(WEBHOOK_VERSION, `must be ${WEBHOOK_VERSION}, the only version there is`)
  .exactOptional();

/** An empty text or null removes it. */
const orNone = <T extends z.ZodType<string>>(schema: T) =>
  schema
    .nullable()
    .transform((text) => (text === '' ? null : text))
    .exactOptional();

const inputOf = (ofEventType: boolean) =>
  z.object({
    active: flag,
    subscriberUrl,
    triggers: triggersOf(ofEventType),
    payloadTemplate: orNone(payloadTemplate),
    secret: orNone(z.string(SECRET_RULE).max(MAX_SECRET_LENGTH, SECRET_RULE)),
    version,
  });

const changeOf = (input: ReturnType<typeof inputOf>) =>
  input.extend({
    active: input.shape.active.exactOptional(),
    subscriberUrl: input.shape.subscriberUrl.exactOptional(),
    triggers: input.shape.triggers.exactOptional(),
  });

export const webhookInput = inputOf(false);
export const webhookChangeInput = changeOf(webhookInput);
export const eventTypeWebhookInput = inputOf(true);
export const eventTypeWebhookChangeInput = changeOf(eventTypeWebhookInput);

/** Nothing besides the ids of the mount. */
export const ofOwner = z.object({});
export const ofWebhook = z.object({ webhookId: idInPath });
export const ofEventType = z.object({ eventTypeId: idInPath });
export const ofEventTypeWebhook = ofEventType.extend(ofWebhook.shape);
export const pageQuery = z.object(page);

const reply = z.object({
  id: z.number(),
  subscriberUrl: z.string(),
  triggers: z.array(z.enum(TRIGGERS)),
  active: z.boolean(),
  /** Empty without one. */
  payloadTemplate: z.string(),
  /** For users who may change the webhook. */
  secret: z.string().exactOptional(),
});

export const userWebhookReply = reply.extend({ userId: z.number() });
export const teamWebhookReply = reply.extend({ teamId: z.number() });
export const eventTypeWebhookReply = reply.extend({ eventTypeId: z.number() });
export const removedManyReply = z.string();

export type WebhookInput = z.output<typeof webhookInput>;
export type WebhookChangeInput = z.output<typeof webhookChangeInput>;
export type WebhookView = z.input<typeof reply>;
