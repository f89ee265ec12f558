/* What docs/webhooks.md says of triggers, payloads and templates is what is sent. */
import { fillTemplate, templateFault } from '../../src/scheduling/webhooks/payload-template.js';
import { newTerms } from '../../src/scheduling/event-types/rules.js';
import { bookingPayload } from '../../src/scheduling/webhooks/booking-payload.js';
import { TRIGGERS, triggerFault } from '../../src/events/triggers.js';
import type { Booking } from '../../src/scheduling/bookings/booking.js';
import { blocks, page, tableAfter } from './blocks.js';

const WEBHOOKS = page('docs/webhooks.md');
const [example = ''] = blocks(WEBHOOKS, 'json');

interface Delivery {
  readonly triggerEvent: string;
  readonly payload: Pick<Booking, 'uid' | 'title' | 'description'> & {
    readonly startTime: string;
    readonly endTime: string;
    readonly iCalUID: string;
  };
}

const { triggerEvent, payload } = JSON.parse(example) as Delivery;

test('exactly the triggers that fire are listed', () => {
  const listed = tableAfter(WEBHOOKS, '<!-- triggers -->').map(
    ([name = '', when = '']) => [name.replaceAll('`', ''), when.includes('Not for event types')] as const,
  );
  const fires = TRIGGERS.filter((trigger) => triggerFault(trigger, false) === undefined);
  expect(listed.map(([name]) => name).sort()).toEqual([...fires].sort());
  for (const trigger of fires) {
    const elsewhere = triggerFault(trigger, true) !== undefined;
    expect(listed).toContainEqual([trigger, elsewhere]);
  }
  expect(fires).toContain(triggerEvent);
});

test('the example is the payload of a booking event', () => {
  const host = { id: 5, name: 'Ada Lovelace', email: 'ada@example.com', username: 'ada' };
  const attendee = { id: 1, name: 'Grace Hopper', email: 'grace@example.net', timeZone: 'America/New_York' };
  const absent = { phoneNumber: null, absent: false, seatUid: null, responses: null, metadata: null };
  const moved = { recurringUid: null, rescheduledFromUid: null, rescheduledToUid: null };
  const ended = { rescheduleRequested: false, reason: null, reschedulingReason: null, changedByEmail: null };
  const { uid, title, description, iCalUID: icsUid } = payload;
  const booking: Booking = {
    ...{ id: 91, uid, title, description, icsUid, icsSequence: 0, status: 'accepted', ...moved, ...ended },
    ...{ eventTypeId: 7, eventType: { id: 7, slug: 'intro' }, seats: null, absentHost: false },
    ...{ start: Date.parse(payload.startTime), end: Date.parse(payload.endTime), createdAt: 0, updatedAt: 0 },
    hosts: [{ ...host, timeZone: 'Europe/London' }],
    attendees: [{ ...attendee, language: 'en', ...absent }],
    ...{ guests: [], location: null, responses: { notes: description }, metadata: {} },
    discloses: { hostEmail: true, attendees: true },
  };
  const terms = newTerms({ title: 'Intro call', slug: 'intro', lengthInMinutes: 30 });
  const eventType = { ...terms, id: 7, ownerId: 5, teamId: null };
  const readers = new Map([[5, { locale: 'en', timeFormat: 12 as const }]]);
  expect(bookingPayload(booking, { eventType, readers })).toEqual(payload);
});

test('the template can be saved, and renders the example as JSON', () => {
  const [template = ''] = blocks(WEBHOOKS, 'text');
  expect(templateFault(template)).toBeUndefined();
  expect(JSON.parse(fillTemplate(template, payload))).toMatchObject({
    text: 'Intro call between Ada Lovelace and Grace Hopper with Grace Hopper, 2030-05-07T09:00:00.000Z',
    ...{ booking: 91, who: [{ name: 'Grace Hopper' }] },
  });
});
