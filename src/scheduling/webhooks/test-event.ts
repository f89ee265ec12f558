/* The event that a user sends to try a webhook: a booking that does not exist, so that templates have values. Pure. */
import { DAY, MINUTE } from '../../durations.js';

/** No event of the API has this name: a receiver that does not know it does nothing. */
const TEST_TRIGGER = 'PING';

const PERSON = { timeZone: 'UTC', utcOffset: 0, language: { locale: 'en' } };

export function testEvent(createdAt: Date) {
  const start = Math.ceil((createdAt.getTime() + DAY) / DAY) * DAY;
  return {
    trigger: TEST_TRIGGER,
    lane: 'test',
    createdAt,
    payload: {
      type: 'test',
      eventTypeId: 0,
      bookingId: 0,
      uid: '00000000-0000-0000-0000-000000000000',
      title: 'Test event',
      description: 'Sent from the settings to try this webhook. There is no such booking.',
      startTime: new Date(start).toISOString(),
      endTime: new Date(start + 30 * MINUTE).toISOString(),
      length: 30,
      status: 'ACCEPTED',
      organizer: { name: 'Ada Example', email: 'ada@example.com', ...PERSON },
      attendees: [{ name: 'Grace Example', email: 'grace@example.com', ...PERSON }],
      location: '',
      metadata: {},
    },
  };
}
