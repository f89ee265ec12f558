/* `/logos/<hash>.png`: the logos of clients, from our own origin. The hash cannot be guessed. */
import { notFound } from '../../errors.js';
import { hashOfFile } from '../../clients/logo/logo.js';
import type { LogoStore } from '../../clients/logo/logo-store.js';
import type { BrowserRequest } from '../page.js';
import { file, type PageReply } from '../reply.js';

/** Logo URLs are content-addressed, so they can be cached forever. */
const CACHED_FOREVER = { 'cache-control': 'public, max-age=31536000, immutable' };

export async function serveLogo(
  { logos }: { readonly logos: LogoStore },
  request: BrowserRequest,
): Promise<PageReply> {
  const hash = hashOfFile(request.param('file'));
  const png = hash === undefined ? undefined : await logos.find(hash);
  if (png === undefined) throw notFound('There is no logo at this address.');
  return file('image/png', png, CACHED_FOREVER);
}
