/*
 * Random text for codes and tokens. Random bytes are fetched a few kilobytes at a time, as Node.js does for its UUIDs: one
 * call for each token takes as long as hashing it. Each byte is given once, and wiped then.
 */
import { randomFillSync } from 'node:crypto';

const STOCK_BYTES = 4096;

const stock = Buffer.allocUnsafeSlow(STOCK_BYTES);
let used = STOCK_BYTES;

/** `bytes`: at most STOCK_BYTES. In base64url. */
export function randomText(bytes: number): string {
  if (used + bytes > STOCK_BYTES) {
    randomFillSync(stock);
    used = 0;
  }
  const [start, end] = [used, used + bytes];
  used = end;
  const text = stock.toString('base64url', start, end);
  stock.fill(0, start, end);
  return text;
}
