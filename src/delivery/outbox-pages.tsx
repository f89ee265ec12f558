/* `/dev/outbox`: the mails that went nowhere, for developers. Never in production, nor where there is a mail server. */
import Router from 'koa-router';
import { OutboxPage } from '../../views/outbox.js';
import { sendPage } from '../http/pages.js';
import type { DeliveryDeps } from './delivery.js';
import { readOutbox } from './outbox.js';

const OUTBOX_PATH = '/dev/outbox';
const SHOWN = 50;

/** None where there is nothing to look at. */
export function createOutboxPages({
  config,
  stores,
  keys,
  clock,
}: Pick<DeliveryDeps, 'config' | 'stores' | 'keys' | 'clock'>): readonly Router[] {
  if (config.production || stores.smtp !== undefined) return [];
  const { outbox } = stores;
  const router = new Router();
  router.get(OUTBOX_PATH, async (ctx) => {
    const mails = await readOutbox({ outbox, keys }, SHOWN);
    sendPage(ctx, 200, <OutboxPage mails={mails} now={new Date(clock())} />);
  });
  return [router];
}
