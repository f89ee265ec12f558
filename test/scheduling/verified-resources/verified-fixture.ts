/* Addresses in the outbox of a service, and the codes that were sent to them. */
import { readOutbox } from '../../../src/delivery/outbox.js';
import type { Service } from '../../support/service.js';
import { until } from '../../support/until.js';

/** How many mails are searched at most. */
const MESSAGES = 5_000;
const CODE = /(?<!\d)\d{6}(?!\d)/;

/** Messages to an e-mail address or a phone number, the newest first. */
export async function textsTo(
  { stores, registry: { keys } }: Service,
  address: string,
): Promise<readonly string[]> {
  const messages = await readOutbox({ outbox: stores.delivery.outbox, keys }, MESSAGES);
  return messages
    .filter(({ to }) => (typeof to === 'string' ? to : to.address) === address)
    .map(({ text }) => text);
}

/** The newest of `count` codes, once they have arrived. */
export async function codeTo(service: Service, address: string, count = 1): Promise<string> {
  let texts: readonly string[] = [];
  await until(async () => {
    texts = await textsTo(service, address);
    return texts.length >= count;
  });
  const code = CODE.exec(texts[0] ?? '')?.[0];
  if (code === undefined) throw new Error(`no code in ${texts[0]}`);
  return code;
}

/** Any other code. */
export const otherThan = (code: string, by = 1): string =>
  String((Number(code) + by) % 1_000_000).padStart(6, '0');

let count = 0;
/** Valid numbers; no message is really sent. */
export const newNumber = (): string => `+3519124${String((count += 1)).padStart(5, '0')}`;
export const newAddress = (): string => `desk-${(count += 1)}@example.net`;
