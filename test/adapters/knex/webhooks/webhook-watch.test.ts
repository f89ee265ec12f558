/* The watch over webhooks: webhooks and deliveries are found only by users who manage them. */
import { randomUUID } from 'node:crypto';
import { createWebhookWatch } from '../../../../adapters/knex/webhooks/webhook-watch.js';
import { enqueueDeliveries } from '../../../../adapters/knex/jobs/webhook-deliveries.js';
import {
  createDeliveryStore,
  sweepDeliveries,
} from '../../../../adapters/knex/webhooks/delivery-attempts.js';
import { managersOfWebhook } from '../../../../adapters/knex/ownership/webhook-managers.js';
import { backendName } from '../../../support/backend.js';
import { insertMembership, onDatabase, insertAccount } from '../../../contracts/on-database.js';
import { ACTOR, unique } from '../../../contracts/samples.js';

type Columns = Readonly<Record<string, unknown>>;

describe(`the deliveries of webhooks on ${backendName}`, () => {
  const database = onDatabase();
  const watch = () => createWebhookWatch(database());

  async function webhook(columns: Columns): Promise<string> {
    const id = randomUUID();
    const row = { id, subscriber_url: 'https://receiver.example/hook', triggers: ['MEETING_ENDED'] };
    await database()('webhook').insert({ ...row, active: true, ...columns });
    return id;
  }

  async function eventType(columns: Columns): Promise<number> {
    const row = { title: 'Intro call', slug: unique(), length_minutes: 30, ...columns };
    const [members] = await database()('event_type').insert(row).returning<{ id: number }[]>(['id']);
    return members?.id ?? 0;
  }

  const enqueue = (webhookId: string, count = 1) =>
    enqueueDeliveries(
      database(),
      Array.from({ length: count }, (_, index) => ({
        ...{ webhookId, trigger: `T${index}`, lane: `l${index}`, payload: {}, createdAt: new Date() },
      })),
    );

  async function member(teamId: number, role: 'member' | 'admin', agreed = true): Promise<number> {
    const id = await insertAccount(database());
    const row = { team_id: teamId, account_id: id, role, accepted: true, agreed };
    await database()('membership').insert(row);
    return id;
  }

  /** A team of an organization with a webhook of each kind, and its members. */
  async function society() {
    const owner = await insertAccount(database());
    const organizationId = await insertMembership(database(), owner, { organization: true, accepted: false });
    const [team] = await database()('team')
      .insert({ organization_id: organizationId, name: 'Desk', slug: 'desk' })
      .returning<{ id: number }[]>(['id']);
    const teamId = team?.id ?? 0;
    return {
      own: await webhook({ account_id: owner }),
      ownType: await webhook({ event_type_id: await eventType({ owner_id: owner }) }),
      teamType: await webhook({ event_type_id: await eventType({ team_id: teamId }) }),
      organization: await webhook({ team_id: organizationId }),
      owner,
      above: await member(organizationId, 'admin'),
      admin: await member(teamId, 'admin'),
      simple: await member(teamId, 'member'),
      unasked: await member(teamId, 'admin', false),
      nonMember: await insertAccount(database()),
    };
  }

  test('lists each webhook only for its managers, who are also notified', async () => {
    const members = await society();
    const { own, ownType, teamType, organization } = members;
    const seen = async (accountId: number) => (await watch().list(accountId)).map(({ id }) => id);
    expect((await seen(members.owner)).toSorted()).toEqual([own, ownType].toSorted());
    expect((await seen(members.above)).toSorted()).toEqual([teamType, organization].toSorted());
    expect(await seen(members.admin)).toEqual([teamType]);
    for (const otherId of [members.simple, members.unasked, members.nonMember])
      expect(await seen(otherId)).toEqual([]);
    expect(await managersOfWebhook(database(), own)).toEqual([members.owner]);
    expect(await managersOfWebhook(database(), ownType)).toEqual([members.owner]);
    const [type, group] = [teamType, organization].map((id) => managersOfWebhook(database(), id));
    expect((await type)?.toSorted()).toEqual([members.above, members.admin].toSorted());
    expect(await group).toEqual([members.above]);
    const webhooks = await watch().list(members.above);
    expect(webhooks.map(({ of }) => of?.kind).toSorted()).toEqual(['event type', 'organization']);
  });

  test('finds, switches and resends nothing of other users', async () => {
    const { own, nonMember, owner } = await society();
    await enqueue(own);
    const [delivery] = await watch().deliveries(owner, own, { limit: 1 });
    const id = delivery?.id ?? '';
    expect(await watch().find(nonMember, own)).toBeUndefined();
    expect(await watch().deliveries(nonMember, own, { limit: 9 })).toEqual([]);
    expect(await watch().setActive(nonMember, own, false, ACTOR)).toBe(false);
    expect(await watch().sendAgain(nonMember, own, id, ACTOR)).toBe('not_found');
    const other = await webhook({ account_id: nonMember });
    expect(await watch().sendAgain(nonMember, other, id, ACTOR)).toBe('not_found');
    for (const nothing of ['', 'x', `${own}x`, "'; drop table webhook"]) {
      expect(await watch().find(owner, nothing)).toBeUndefined();
      expect(await watch().sendAgain(owner, own, nothing, ACTOR)).toBe('not_found');
      expect(await watch().deliveries(owner, own, { behind: nothing, limit: 9 })).toEqual([]);
    }
  });

  test('lists deliveries in pages, newest first', async () => {
    const { own, owner } = await society();
    await enqueue(own, 5);
    const page = (behind?: string) => watch().deliveries(owner, own, { behind, limit: 2 });
    const first = await page();
    const second = await page(first.at(-1)?.id);
    const third = await page(second.at(-1)?.id);
    const names = [first, second, third].map((found) => found.map(({ trigger }) => trigger));
    expect(names).toEqual([['T4', 'T3'], ['T2', 'T1'], ['T0']]);
    expect(first[0]).toMatchObject({ state: 'waiting', attempts: 0, dueAt: expect.any(Date) });
  });

  test('resends a dead delivery once, with all attempts; none while the webhook is switched off', async () => {
    const { own, owner } = await society();
    await enqueue(own);
    interface Job {
      readonly id: string;
      readonly party: string;
      readonly tries: number;
      readonly lease: string;
      readonly due_at: Date;
    }
    const job = () => database()<Job>('job').where('party', own);
    await job().update({ tries: 8, lease: randomUUID() });
    const [lease] = await job();
    if (!lease) throw new Error('there is no job');
    await createDeliveryStore(database()).settle(
      lease,
      { at: new Date(), durationMs: 5, status: 500, failure: 'It answered 500.' },
      { state: 'failed' },
    );
    expect(await job()).toEqual([]);
    const [dead] = await watch().deliveries(owner, own, { limit: 1 });
    expect(dead).toMatchObject({ state: 'dead', last: { status: 500, failure: 'It answered 500.' } });
    expect(await watch().setActive(owner, own, false, ACTOR)).toBe(true);
    expect(await watch().sendAgain(owner, own, lease.id, ACTOR)).toBe('switched_off');
    await watch().setActive(owner, own, true, ACTOR);
    expect(await watch().find(owner, own)).toMatchObject({ active: true });
    expect((await watch().find(owner, own))?.failingSince).toBeUndefined();
    const again = () => watch().sendAgain(owner, own, lease.id, ACTOR);
    expect(await Promise.all([again(), again()])).toEqual(['waiting', 'waiting']);
    expect(await job()).toMatchObject([{ id: lease.id, tries: 0 }]);
    await job().update({ lease: randomUUID(), tries: 3, due_at: new Date(Date.now() + 60_000) });
    expect(await again()).toBe('waiting');
    expect(await job()).toMatchObject([{ tries: 3 }]);
  });

  test('an attempt whose lease was lost changes nothing', async () => {
    const { own, owner } = await society();
    await enqueue(own);
    const [delivery] = await watch().deliveries(owner, own, { limit: 1 });
    const late = { id: delivery?.id ?? '', lease: randomUUID() };
    const attempt = { at: new Date(), durationMs: 5, status: 200 };
    await createDeliveryStore(database()).settle(late, attempt, { state: 'delivered' });
    const [after] = await watch().deliveries(owner, own, { limit: 1 });
    expect(after).toEqual(delivery);
  });

  test('deliveries are swept after 30 days unless they are waiting, and abandoned ones fail', async () => {
    const { own, owner } = await society();
    await enqueue(own, 3);
    const rows = () => database()('webhook_delivery').where({ webhook_id: own });
    await rows().update({ created_at: database().raw(`now() - interval '31 days'`) });
    await rows().where({ trigger: 'T0' }).update({ state: 'delivered' });
    const [abandoned] = await rows().where({ trigger: 'T1' }).select<{ id: string }[]>('id');
    await database()('job')
      .where({ id: abandoned?.id })
      .update({ tries: 8, due_at: database().raw(`now() - interval '2 hours'`) });
    await sweepDeliveries(database());
    const left = await watch().deliveries(owner, own, { limit: 9 });
    expect(left.map(({ trigger, state }) => `${trigger} ${state}`)).toEqual(['T2 waiting']);
  });

  test('a webhook is deleted with its deliveries', async () => {
    const { own, owner } = await society();
    await enqueue(own);
    const [delivery] = await watch().deliveries(owner, own, { limit: 1 });
    await database()('webhook').where({ id: own }).delete();
    expect(await createDeliveryStore(database()).find(delivery?.id ?? '')).toBeUndefined();
  });
});
