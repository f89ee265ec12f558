import type { NewAuditEntry } from '../../../../src/events/audit-log.js';
import { onBackend } from '../../../contracts/on-backend.js';
import { unique, UNSTORABLE_TEXTS } from '../../../contracts/samples.js';
import { backendName } from '../../../support/backend.js';

describe(`an announcement on ${backendName}`, () => {
  const stores = onBackend();
  const entry = () => ({
    actor: 'account:7',
    clientIp: '192.0.2.7',
    action: 'refresh.reuse_detected' as const,
    subject: `family:${unique()}`,
    facts: { accountId: 7 },
  });
  const notification = (about: string) => ({ about, to: 7, subject: 'client:c', at: '2030', facts: {} });
  const kept = async ({ subject }: Pick<NewAuditEntry, 'subject'>) =>
    (await stores().events.audit.list(undefined, 10_000)).filter((found) => found.subject === subject);
  const take = () => {
    const now = new Date(Date.now() + 1000);
    const leaseUntil = new Date(now.getTime() + 60_000);
    return stores().jobs.take({ now, leaseUntil, atMost: 100, maxAttempts: 8 });
  };

  test('is a row of the audit log and the jobs about it', async () => {
    const told = entry();
    await stores().authorization.announcements.announce(told, [
      { kind: 'notification', payload: notification(told.subject) },
      { kind: 'notification', payload: notification('later'), dueAt: new Date(Date.now() + 60_000) },
    ]);
    expect(await kept(told)).toMatchObject([told]);
    expect((await take()).map(({ payload }) => payload)).toEqual([notification(told.subject)]);
  });

  test('is written once, however often and in parallel', async () => {
    const told = entry();
    const announce = () =>
      stores().authorization.announcements.announce(told, [
        { kind: 'notification', payload: notification(told.subject) },
      ]);
    await Promise.all(Array.from({ length: 6 }, announce));
    await announce();
    expect(await kept(told)).toHaveLength(1);
    expect(await take()).toHaveLength(1);
    await stores().authorization.announcements.announce(
      { ...told, action: 'grant.expired', facts: { clientId: 'c', accountId: 7 } },
      [],
    );
    expect(await kept(told)).toHaveLength(2);
  });

  test('may have no jobs', async () => {
    const told = entry();
    await stores().authorization.announcements.announce(told, []);
    expect(await kept(told)).toHaveLength(1);
  });

  test.each(UNSTORABLE_TEXTS)('writes nothing when a part of it cannot be stored: %#', async (text) => {
    const told = entry();
    const jobs = [{ kind: 'notification' as const, payload: notification(text) }];
    await expect(stores().authorization.announcements.announce(told, jobs)).rejects.toMatchObject({
      status: 400,
    });
    expect(await kept(told)).toEqual([]);
    const unstorable = { ...told, facts: { accountId: 7, firstUse: { at: new Date(), clientIp: text } } };
    await expect(
      stores().authorization.announcements.announce(unstorable, [
        { kind: 'notification', payload: notification('none') },
      ]),
    ).rejects.toMatchObject({ status: 400 });
    expect(await take()).toEqual([]);
  });
});
