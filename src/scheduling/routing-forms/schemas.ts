/* Inputs and replies of the routing form routes, in the names and types of the public API. */
import { z } from 'zod';
import { momentInUtc } from '../instants.js';
import { idInPath, page } from '../../api/values.js';
import { ids } from '../bookings/lists/list-query.js';
import { slotsReply } from '../slots/schemas.js';
import { FIELD_TYPES, OPERATORS } from './routing-form.js';

const direction = z.enum(['asc', 'desc'], 'must be asc or desc');

export const listQuery = z.object({
  take: page.take,
  skip: page.skip,
  sortCreatedAt: direction.exactOptional(),
  sortUpdatedAt: direction.exactOptional(),
  afterCreatedAt: momentInUtc('first').exactOptional(),
  beforeCreatedAt: momentInUtc('last').exactOptional(),
  afterUpdatedAt: momentInUtc('first').exactOptional(),
  beforeUpdatedAt: momentInUtc('last').exactOptional(),
  routedToBookingUid: z.string('must be given once').min(1, 'must not be empty').exactOptional(),
});

export const organizationListQuery = listQuery.extend({ teamIds: ids.exactOptional() });

export const formParams = z.object({ routingFormId: z.string() });
export const responseParams = formParams.extend({ responseId: idInPath });

const ANSWERS_RULE = 'must be an object with an answer for each question, by its identifier';
const answers = z.record(z.string(), z.unknown(), ANSWERS_RULE);

/** A form without required questions can be answered without a body. */
export const answersInput = answers.default({});

/** By the id of the question, `{ "value": ... }` as in replies. Absent answers stay unchanged. */
export const responseChangeInput = z.object({ response: answers.exactOptional() });

const actionReply = z.object({
  type: z.enum(['eventTypeRedirectUrl', 'customPageMessage', 'externalRedirectUrl']),
  /** The message, the address, or the id of the event type. */
  value: z.string(),
  eventTypeId: z.number().exactOptional(),
});

const fieldReply = z.object({
  position: z.number(),
  label: z.string(),
  identifier: z.string(),
  type: z.enum(FIELD_TYPES),
  required: z.boolean(),
  options: z.array(z.string()),
});

const routeReply = z.object({
  /** The first fitting route applies. */
  position: z.number(),
  isFallback: z.boolean(),
  match: z.enum(['all', 'any']),
  conditions: z.array(
    z.object({ fieldId: z.string(), operator: z.enum(OPERATORS), values: z.array(z.string()) }),
  ),
  action: actionReply,
});

export const formReply = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  position: z.number(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** The author; 0 when the account is deleted. */
  userId: z.number(),
  /** Absent for a form of the organization itself. */
  teamId: z.number().nullable(),
  disabled: z.boolean(),
  /** By their ids; the last one, `fallback`, applies when no other fits. */
  routes: z.record(z.string(), routeReply).nullable(),
  fields: z.record(z.string(), fieldReply).nullable(),
  /** Always null: the public API has the member. */
  settings: z.null(),
});

const answerValue = z.union([z.string(), z.number(), z.array(z.string())]);

export const responseReply = z.object({
  id: z.number(),
  formId: z.string(),
  formFillerId: z.string(),
  routedToBookingUid: z.string().nullable(),
  response: z.record(z.string(), z.object({ label: z.string(), value: answerValue })),
  createdAt: z.iso.datetime(),
});

/** Possible hosts of the booking, and the ids with which a booking refers to the response. */
const routing = z.object({
  responseId: z.number().nullable(),
  queuedResponseId: z.string().nullable(),
  teamMemberIds: z.array(z.number()),
});

/** An event type with its slots, a message, or an address. */
export const routedReply = z.object({
  eventTypeId: z.number().exactOptional(),
  slots: slotsReply.exactOptional(),
  routingCustomMessage: z.string().exactOptional(),
  routingExternalRedirectUrl: z.string().exactOptional(),
  routing,
});

export const calculatedReply = z.object({ eventTypeId: z.number(), slots: slotsReply });
