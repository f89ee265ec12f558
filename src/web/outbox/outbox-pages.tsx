/*
 * `/dev/outbox`: the mails and text messages that went nowhere, for developers. Never in production, nor where there are
 * a mail server and an SMS gateway.
 */
import Router from 'koa-router';
import { OutboxPage } from '../../../views/outbox/outbox.js';
import { sendPage } from '../../http/pages.js';
import type { DeliveryDeps } from '../../delivery/delivery.js';
import { readOutbox } from '../../delivery/outbox.js';

const OUTBOX_PATH = '/dev/outbox';
const SHOWN = 50;
const OUTBOX_LINK = {
  to: OUTBOX_PATH,
  label: 'Outbox',
  detail: 'Read the mails and text messages that stay here because nobody carries them.',
};

type Where = Pick<DeliveryDeps, 'config' | 'stores'>;

const isReadable = ({ config, stores: { smtp, sms } }: Where): boolean =>
  !config.production && (smtp === undefined || sms === undefined);

/** What the home page shows of this room. */
export const outboxLinks = (where: Where) => (isReadable(where) ? [OUTBOX_LINK] : []);

/** None where there is nothing to look at. */
export function createOutboxPages({
  keys,
  clock,
  ...where
}: Where & Pick<DeliveryDeps, 'keys' | 'clock'>): readonly Router[] {
  if (!isReadable(where)) return [];
  const { outbox } = where.stores.delivery;
  const router = new Router();
  router.get(OUTBOX_PATH, async (ctx) => {
    const messages = await readOutbox({ outbox, keys }, SHOWN);
    sendPage(ctx, 200, <OutboxPage messages={messages} now={new Date(clock())} />);
  });
  return [router];
}
