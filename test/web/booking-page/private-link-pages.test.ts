/* The page of a private link: what it books, and that it works as often as it may. */
import { randomUUID } from 'node:crypto';
import type { LinkGroup, LinkLimits } from '../../../src/scheduling/private-links/store.js';
import { ahead } from '../../scheduling/bookings/booking-fixture.js';
import { mainText } from '../../clients/forms.js';
import { hosts, openTeamFixture } from '../../scheduling/team-fixture.js';
import { createBrowser } from '../../support/browser.js';
import type { Service } from '../../support/service.js';
import {
  type Fixture,
  formOf,
  heading,
  noticeOn,
  openFixture,
  toForm,
  type Visit,
  visitOf,
} from './booking-fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

const person = () => ({ name: 'Grace Hopper', email: `grace-${randomUUID()}@example.net` });

async function linkPath(service: Service, group: LinkGroup, limits: LinkLimits): Promise<string> {
  const link = { id: randomUUID(), most: 9, ...limits };
  await service.stores.scheduling.privateLinks.create(group, link, { actor: 'test' });
  return `/d/${link.id}/any-name`;
}

async function visitBy(limits: LinkLimits): Promise<Visit> {
  const visit = await visitOf(fixture, { title: 'Between us', hidden: true });
  const group = { accountId: visit.eventType.ownerId ?? 0, eventTypeId: visit.eventType.id };
  return { ...visit, path: await linkPath(fixture.service, group, limits) };
}

test('a link for one booking books once, however often its form is sent', async () => {
  const visit = await visitBy({ maxUses: 1, expiresAt: null });
  const { browser, path } = visit;
  const form = await toForm(visit);
  expect(heading(form)).toBe('Between us');
  const grace = person();
  const booked = await browser.submit(form, grace);
  expect([booked.status, noticeOn(booked)]).toEqual([200, 'Booked']);
  expect(new URL((await browser.submit(form, grace)).url).pathname).toBe(new URL(booked.url).pathname);
  const ended = await createBrowser(fixture.service.url).get(path);
  expect([ended.status, mainText(ended)]).toEqual([
    404,
    expect.stringContaining('has expired or was used up'),
  ]);
});

test('a link whose last use is taken while its form is open says so, and keeps what was typed', async () => {
  const visit = await visitBy({ maxUses: 1, expiresAt: null });
  const [first, second] = [await formOf(visit, ahead(9)), await formOf(visit, ahead(10))];
  await visit.browser.submit(first, person());
  const late = await visit.browser.submit(second, { ...person(), name: 'Typed here' });
  expect(late.status).toBe(422);
  expect(noticeOn(late)).toContain('expired or was used up');
  expect(late.html).toContain('value="Typed here"');
});

test('a link is not for search engines, and an expired or unknown one is not found', async () => {
  const open = await visitBy({ maxUses: null, expiresAt: Date.now() + 3_600_000 });
  const page = await open.browser.get(open.path);
  expect([page.status, page.root.querySelector('meta[name=robots]')?.getAttribute('content')]).toEqual([
    200,
    'noindex',
  ]);
  const past = await visitBy({ maxUses: null, expiresAt: Date.now() - 1_000 });
  expect((await past.browser.get(past.path)).status).toBe(404);
  expect((await past.browser.get(`/d/${randomUUID()}/any-name`)).status).toBe(404);
});

test('a link of a team in an organization shows its event type', async () => {
  const team = await openTeamFixture();
  try {
    const body = {
      schedulingType: 'roundRobin',
      title: 'Team talk',
      slug: 'team-talk',
      hosts: hosts(team.ben),
    };
    const { id: eventTypeId } = await team.createEventType(body);
    const group = { teamId: team.teamId, eventTypeId };
    const path = await linkPath(team.service, group, { maxUses: 3, expiresAt: null });
    const page = await createBrowser(team.service.url).get(path);
    expect([page.status, heading(page)]).toEqual([200, 'Team talk']);
    expect(page.root.querySelector('.month a')?.getAttribute('href')).toContain('/d/');
  } finally {
    await team.close();
  }
});
