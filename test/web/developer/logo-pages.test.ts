import { authorizeUrl, tokensFor, visit } from '../../support/oauth.js';
import type { Page } from '../../support/browser.js';
import type { ChosenFile } from '../../support/multipart.js';
import { REDIRECT_URI, useService } from '../../support/service.js';
import { formOf, mainText } from '../../clients/forms.js';
import {
  bomb,
  chosen,
  gif,
  HTML,
  moving,
  photograph,
  GPS_DATUM,
  png,
  SVG,
  webp,
} from '../../clients/pictures.js';

const SETTINGS = '/settings/developer';
const ACTOR = { actor: 'test' };

const service = useService();
let admin: Awaited<ReturnType<typeof visit>>;
beforeAll(async () => {
  const user = await service.user('Ada Admin');
  await service.stores.accounts.accounts.setAdmin(user.account.id, true, ACTOR);
  admin = await visit(service, user);
});

const FORM = {
  name: 'Acme Sync',
  purpose: 'Copies bookings into Acme.',
  website: 'https://acme.example',
  kind: 'confidential',
  redirect_uris: REDIRECT_URI,
  scopes: ['BOOKING_READ', 'PROFILE_READ'],
};

const newForm = async ({ browser }: Awaited<ReturnType<typeof visit>>) =>
  browser.get(`${SETTINGS}/clients/new`);

const pictures = (page: Page): string[] =>
  page.root
    .querySelectorAll('img.logo, span.logo')
    .map((logo) => logo.getAttribute('src') ?? `letter ${logo.text.trim()}`);
const logoOf = async (clientId: string) => (await service.stores.clients.clients.find(clientId))?.logo;
const faultOf = (page: Page): string => page.root.querySelector('#logo-fault')?.text ?? '';
const storedLogo = (page: Page): string | undefined =>
  page.root.querySelector('[name=logo_stored]')?.getAttribute('value');

async function createOwned(logo?: ChosenFile, status: 'pending' | 'approved' = 'pending') {
  const owner = await visit(service);
  const form = logo ? { ...FORM, logo } : FORM;
  const answer = await owner.browser.submit(await newForm(owner), form);
  const id = /[0-9a-f]{64}(?!\.png)/.exec(answer.root.querySelector('dd code')?.text ?? '')?.[0] ?? '';
  if (status === 'approved') await service.stores.clients.clients.setStatus(id, status, undefined, ACTOR);
  const path = `${SETTINGS}/clients/${id}`;
  return {
    ...owner,
    id,
    path,
    edit: async (fields: Parameters<typeof owner.browser.submit>[1]) =>
      owner.browser.submit(await owner.browser.get(`${path}/edit`), fields),
  };
}

describe('a logo', () => {
  test('is uploaded with the form and shown next to the name of its client', async () => {
    const { browser, id, path } = await createOwned(chosen(await png()), 'approved');
    const url = `/logos/${(await logoOf(id)) ?? ''}.png`;
    expect(pictures(await browser.get(path))).toEqual([url]);
    expect(pictures(await browser.get(SETTINGS))).toEqual([url]);
    expect(pictures(await admin.browser.get(`/admin/clients/${id}`))).toEqual([url]);
    expect(pictures(await admin.browser.get(`/admin/clients?status=all&q=${id}`))).toEqual([url]);
    const visitor = await visit(service);
    const client = {
      clientId: id,
      form: { ...FORM, redirectUris: [REDIRECT_URI] },
      status: 'approved',
    } as const;
    const consent = await visitor.browser.get(authorizeUrl(service, client));
    expect(pictures(consent)).toEqual([url]);
    expect(consent.root.querySelector('h1')?.text).toContain('Acme Sync');
    const policy = consent.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("img-src 'self';");
  });

  test('appears next to the name in connected applications', async () => {
    const { id } = await createOwned(chosen(await webp()), 'approved');
    const found = await service.registry.clients.find(id);
    if (!found) throw new Error('the client is not there');
    const visitor = await visit(service);
    const client = await service.client({ logo: found.logo });
    await tokensFor(service, client, visitor);
    const page = await visitor.browser.get('/settings/apps');
    expect(pictures(page)).toEqual([`/logos/${found.logo ?? ''}.png`]);
    expect(page.root.querySelector('h2')?.text).toBe('Acme Sync');
  });

  test('is an initial for a client without a picture', async () => {
    const { browser, path } = await createOwned();
    expect(pictures(await browser.get(path))).toEqual(['letter A']);
  });

  test('is re-encoded without metadata, public, and cached forever', async () => {
    const before = await photograph();
    expect(before.includes(GPS_DATUM)).toBe(true);
    const { id } = await createOwned(chosen(before, 'me.jpg'));
    const answer = await fetch(`${service.url}/logos/${(await logoOf(id)) ?? ''}.png`);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    for (const text of [GPS_DATUM, 'Photographer', 'Exif']) expect(bytes.includes(text)).toBe(false);
  });

  test('is not found under any other name', async () => {
    const { id } = await createOwned(chosen(await png()));
    const hash = (await logoOf(id)) ?? '';
    for (const file of [
      '',
      '0'.repeat(64),
      `${'0'.repeat(64)}.png`,
      hash,
      `${hash}.jpg`,
      `${hash}.png.png`,
    ]) {
      const answer = await fetch(`${service.url}/logos/${file}`);
      expect([file, answer.status, answer.headers.get('cache-control')]).toEqual([file, 404, 'no-store']);
    }
  });

  test('is replaced and removed by its owner without other changes', async () => {
    const { id, edit, browser, path } = await createOwned(chosen(await png()));
    const first = await logoOf(id);
    const before = await service.stores.clients.clients.find(id);
    await edit({ purpose: 'Another one.' });
    expect(await logoOf(id)).toBe(first);
    await edit({ logo: chosen(await photograph()), logo_removed: 'yes' });
    expect(await logoOf(id)).not.toBe(first);
    expect(await logoOf(id)).toBeDefined();
    await edit({ logo_removed: 'yes' });
    expect(await service.stores.clients.clients.find(id)).toEqual({
      ...before,
      version: 4,
      purpose: 'Another one.',
      logo: undefined,
    });
    expect(pictures(await browser.get(path))).toEqual(['letter A']);
  });

  test('of an approved client waits for review, and the reviewer compares both', async () => {
    const { id, edit } = await createOwned(chosen(await png()), 'approved');
    const before = await logoOf(id);
    const page = await edit({ logo: chosen(await photograph()) });
    expect(mainText(page)).toContain('wait for review. Until then');
    expect(await logoOf(id)).toBe(before);
    const proposed = (await service.stores.clients.records.find(id))?.proposal?.logo;
    expect(proposed).not.toBe(before);
    const review = await admin.browser.get(`/admin/clients/${id}`);
    const compared = (mark: string) =>
      review.root.querySelectorAll(`.comparison ${mark} img`).map((img) => img.getAttribute('src'));
    expect(compared('del')).toEqual([`/logos/${before ?? ''}.png`]);
    expect(compared('ins')).toEqual([`/logos/${proposed ?? ''}.png`]);
    await admin.browser.submit(formOf(review, '/revision/approval'), {});
    expect(await logoOf(id)).toBe(proposed);
    await edit({ logo_removed: 'yes' });
    expect(await logoOf(id)).toBe(proposed);
    const removal = await admin.browser.get(`/admin/clients/${id}`);
    expect(removal.root.querySelectorAll('.comparison section').map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Logo.*none$/),
    ]);
  });
});

describe('a logo file that is refused', () => {
  let owner: Awaited<ReturnType<typeof visit>>;
  beforeAll(async () => {
    owner = await visit(service);
  });

  test.each<[string, () => Promise<ChosenFile>, string]>([
    ['an SVG', async () => chosen(SVG, 'logo.svg'), 'The logo is not a PNG, JPEG or WebP image'],
    ['an SVG called PNG', async () => chosen(SVG), 'The logo is not a PNG, JPEG or WebP image'],
    ['a GIF called PNG', async () => chosen(await gif()), 'The logo is not a PNG, JPEG or WebP image'],
    ['a page called PNG', async () => chosen(HTML), 'The logo is not a PNG, JPEG or WebP image'],
    ['an empty file', async () => chosen(Buffer.alloc(0)), 'The logo is not a PNG, JPEG or WebP image'],
    ['one byte over 1 MB', async () => chosen(Buffer.alloc(1_048_577, 1)), 'The logo is larger than 1 MB'],
    ['12 MB', async () => chosen(Buffer.alloc(12_000_000, 1)), 'The logo is larger than 1 MB'],
    [
      'a decompression bomb',
      async () => chosen(bomb(30_000, 30_000)),
      'The logo is 30000 by 30000 pixels large',
    ],
    ['an animated picture', async () => chosen(await moving()), 'The logo is animated'],
    ['a truncated picture', async () => chosen((await photograph()).subarray(0, 400)), 'The logo is damaged'],
  ])('%s: the fault is at the field, and the other input is kept', async (_, file, message) => {
    const page = await owner.browser.submit(await newForm(owner), { ...FORM, name: '', logo: await file() });
    expect(page.status).toBe(422);
    expect(faultOf(page)).toContain(message);
    expect(faultOf(page)).toContain('choose it again');
    expect(page.root.querySelector('#logo')?.getAttribute('aria-describedby')).toBe('logo-hint logo-fault');
    expect(page.root.querySelector('#name-fault')?.text).toContain('The name is empty');
    expect(page.root.querySelector('#website')?.getAttribute('value')).toBe(FORM.website);
    expect(
      page.root.querySelectorAll('[name=scopes][checked]').map((box) => box.getAttribute('value')),
    ).toEqual(FORM.scopes);
    expect(mainText(await owner.browser.get(SETTINGS))).toContain('You have no clients yet');
  });

  test('does not replace the stored logo', async () => {
    const { id, edit } = await createOwned(chosen(await png()));
    const before = await logoOf(id);
    const page = await edit({ name: 'Acme Two', logo: chosen(await gif()) });
    expect([page.status, storedLogo(page)]).toEqual([422, before]);
    expect((await service.stores.clients.clients.find(id))?.name).toBe('Acme Sync');
  });
});

describe('a client form with a valid logo and another fault', () => {
  let owner: Awaited<ReturnType<typeof visit>>;
  beforeAll(async () => {
    owner = await visit(service);
  });

  test('keeps the logo, so that it need not be chosen again', async () => {
    const again = await owner.browser.submit(await newForm(owner), {
      ...FORM,
      name: '',
      logo: chosen(await png()),
    });
    expect([again.status, faultOf(again)]).toEqual([422, '']);
    expect(pictures(again)).toEqual([`/logos/${storedLogo(again) ?? ''}.png`]);
    const answer = await owner.browser.submit(again, { name: 'Second Try' });
    const id = /[0-9a-f]{64}/.exec(answer.root.querySelector('dd code')?.text ?? '')?.[0] ?? '';
    expect(await logoOf(id)).toBe(storedLogo(again));
  });

  test.each(['0'.repeat(64), 'no hash', `${'a'.repeat(64)}\u202e`])(
    'gets a fault for a logo that is not stored: %s',
    async (hash) => {
      const page = await owner.browser.submit(await newForm(owner), { ...FORM, logo_stored: hash });
      expect([page.status, storedLogo(page)]).toEqual([422, undefined]);
      expect(faultOf(page)).toContain('The logo is no longer stored');
    },
  );
});

test('too many uploads are refused until later, and the form is kept', async () => {
  const owner = await visit(service);
  const limit = { attempts: 60, windowSeconds: 3600 };
  for (let attempt = 0; attempt < limit.attempts; attempt += 1)
    await service.stores.throttle.take(`logos:${owner.user.account.id}`, limit);
  const page = await owner.browser.submit(await newForm(owner), { ...FORM, logo: chosen(await png()) });
  expect(page.status).toBe(422);
  expect(faultOf(page)).toMatch(
    /The logo cannot be uploaded: too many uploads within an hour\. Wait \d+ minutes/,
  );
});

test('a logo without a valid CSRF token is not stored', async () => {
  const owner = await visit(service);
  const page = await newForm(owner);
  const answer = await owner.browser.submit(page, {
    ...FORM,
    csrf: 'forged',
    logo: chosen(await png(300, 300)),
  });
  expect(answer.status).toBe(403);
});
