/* `/dev/outbox`: mails and text messages that were not sent, for developers. Never in production. */
import { OutboxPage } from '../../../views/outbox/outbox.js';
import type { DeliveryDeps } from '../../delivery/delivery.js';
import { readOutbox } from '../../delivery/outbox.js';
import { definePage, type Page } from '../page.js';
import { page } from '../reply.js';

const OUTBOX_PATH = '/dev/outbox';
const MAX_MESSAGES = 50;
const OUTBOX_LINK = {
  to: OUTBOX_PATH,
  label: 'Outbox',
  detail: 'Read the mails and text messages that are not sent, because nothing is configured to send them.',
};

type Senders = Pick<DeliveryDeps, 'config' | 'stores'>;

const isEnabled = ({ config, stores: { smtp, sms } }: Senders): boolean =>
  !config.production && (smtp === undefined || sms === undefined);

export const outboxLinks = (senders: Senders) => (isEnabled(senders) ? [OUTBOX_LINK] : []);

/** No pages where both a mail server and an SMS gateway are configured. */
export function createOutboxPages({
  keys,
  clock,
  ...senders
}: Senders & Pick<DeliveryDeps, 'keys' | 'clock'>): readonly Page[] {
  if (!isEnabled(senders)) return [];
  const { outbox } = senders.stores.delivery;
  return [
    definePage({
      method: 'GET',
      path: OUTBOX_PATH,
      who: 'anyone',
      async handle() {
        const messages = await readOutbox({ outbox, keys }, MAX_MESSAGES);
        return page(<OutboxPage messages={messages} now={new Date(clock())} />);
      },
    }),
  ];
}
