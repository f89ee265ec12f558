/* `/dev/outbox`: mails and text messages that were not sent, for developers. Never in production. */
import { OutboxPage } from '../../../views/outbox/outbox.js';
import type { DeliveryDeps } from '../../delivery/delivery.js';
import { readOutbox } from '../../delivery/outbox.js';
import { definePage, type Page } from '../page.js';
import { page } from '../reply.js';

export const OUTBOX_PATH = '/dev/outbox';
const MAX_MESSAGES = 50;

type Senders = Pick<DeliveryDeps, 'config' | 'stores'>;

/** While something is configured to send neither mails nor text messages. */
export const hasOutbox = ({ config, stores: { smtp, sms } }: Senders): boolean =>
  !config.production && (smtp === undefined || sms === undefined);

/** No pages where both a mail server and an SMS gateway are configured. */
export function createOutboxPages({
  keys,
  clock,
  ...senders
}: Senders & Pick<DeliveryDeps, 'keys' | 'clock'>): readonly Page[] {
  if (!hasOutbox(senders)) return [];
  const { outbox } = senders.stores.delivery;
  return [
    definePage({
      method: 'GET',
      path: OUTBOX_PATH,
      who: 'anyone',
      inShell: true,
      async handle({ user }) {
        const messages = await readOutbox({ outbox, keys }, MAX_MESSAGES);
        return page(<OutboxPage messages={messages} now={new Date(clock())} />, user ? {} : { scripts: [] });
      },
    }),
  ];
}
