/*
 * `/dev/outbox`: mails and text messages that were not sent, for developers, with each mail as a mail program shows it.
 * Never in production.
 */
import { createHash } from 'node:crypto';
import { MAIL_STYLE } from '../../../views/mails/style.js';
import { OutboxPage } from '../../../views/outbox/outbox.js';
import type { DeliveryDeps } from '../../delivery/delivery.js';
import { readOutbox } from '../../delivery/outbox.js';
import { notFound } from '../../errors.js';
import { definePage, type Page } from '../page.js';
import { file, page } from '../reply.js';

export const OUTBOX_PATH = '/dev/outbox';
const MAX_MESSAGES = 50;
/** What a mail holds is not ours alone: no source is allowed besides the style of our own mails. */
const STYLE_HASH = createHash('sha256').update(MAIL_STYLE).digest('base64');
const MAIL_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; sandbox; frame-ancestors 'none'; base-uri 'none'`,
};

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
  const read = () => readOutbox({ outbox, keys }, MAX_MESSAGES);
  return [
    definePage({
      method: 'GET',
      path: OUTBOX_PATH,
      who: 'anyone',
      inShell: true,
      async handle({ user }) {
        const view = <OutboxPage messages={await read()} path={OUTBOX_PATH} now={new Date(clock())} />;
        return page(view, user ? {} : { scripts: [] });
      },
    }),
    definePage({
      method: 'GET',
      path: `${OUTBOX_PATH}/:id`,
      who: 'anyone',
      async handle({ param }) {
        const mail = (await read()).find(({ id }) => id === param('id'));
        if (mail === undefined || !('html' in mail)) throw notFound('This mail is not in the outbox.');
        return file('text/html; charset=utf-8', mail.html, MAIL_HEADERS);
      },
    }),
  ];
}
