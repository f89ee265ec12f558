/* The mails of a service without a mail server, read the way a developer does: on the page of the outbox. */
import { createBrowser } from '../support/browser.js';
import type { Service } from '../support/service.js';
import { until } from '../support/until.js';

export interface ReadMail {
  readonly subject: string;
  readonly to: string;
  readonly text: string;
}

export async function mailsTo(service: Service, address: string): Promise<readonly ReadMail[]> {
  const page = await createBrowser(service.url).get('/dev/outbox');
  const mails = page.root.querySelectorAll('.cards > li').map((card) => ({
    subject: card.querySelector('h2')?.text.trim() ?? '',
    to: card.querySelector('dd')?.text.trim() ?? '',
    text: card.querySelector('.mail-text')?.text ?? '',
  }));
  return mails.filter(({ to }) => to.includes(`<${address}>`) || to.includes(`&lt;${address}&gt;`));
}

/** Waits until the account has so many mails; newest first. */
export async function waitForMails(
  service: Service,
  address: string,
  count = 1,
): Promise<readonly ReadMail[]> {
  let mails: readonly ReadMail[] = [];
  await until(async () => {
    mails = await mailsTo(service, address);
    return mails.length >= count;
  });
  return mails;
}

export async function nextMail(service: Service, address: string, count = 1): Promise<ReadMail> {
  const [mail] = await waitForMails(service, address, count);
  if (!mail) throw new Error('no mail');
  return mail;
}
