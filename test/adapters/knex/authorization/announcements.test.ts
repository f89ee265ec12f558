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
  const storedEntries = async ({ subject }: Pick<NewAuditEntry, 'subject'>) =>
    (await stores().events.audit.list(undefined, 10_000)).filter((found) => found.subject === subject);
  const take = () => {
    const now = new Date(Date.now() + 1000);
    const leaseUntil = new Date(now.getTime() + 60_000);
    return stores().jobs.take({ now, leaseUntil, atMost: 100, maxAttempts: 8 });
  };

  test('is a row of the audit log and the jobs about it', async () => {
    const announcement = entry();
    await stores().authorization.announcements.announce(announcement, [
      { kind: 'notification', payload: notification(announcement.subject) },
      { kind: 'notification', payload: notification('later'), dueAt: new Date(Date.now() + 60_000) },
    ]);
    expect(await storedEntries(announcement)).toMatchObject([announcement]);
    expect((await take()).map(({ payload }) => payload)).toEqual([notification(announcement.subject)]);
  });

  test('is written once, however often and in parallel', async () => {
    const announcement = entry();
    const announce = () =>
      stores().authorization.announcements.announce(announcement, [
        { kind: 'notification', payload: notification(announcement.subject) },
      ]);
    await Promise.all(Array.from({ length: 6 }, announce));
    await announce();
    expect(await storedEntries(announcement)).toHaveLength(1);
    expect(await take()).toHaveLength(1);
    await stores().authorization.announcements.announce(
      { ...announcement, action: 'grant.expired', facts: { clientId: 'c', accountId: 7 } },
      [],
    );
    expect(await storedEntries(announcement)).toHaveLength(2);
  });

  test('may have no jobs', async () => {
    const announcement = entry();
    await stores().authorization.announcements.announce(announcement, []);
    expect(await storedEntries(announcement)).toHaveLength(1);
  });

  test.each(UNSTORABLE_TEXTS)('writes nothing when a part of it cannot be stored: %#', async (text) => {
    const announcement = entry();
    const jobs = [{ kind: 'notification' as const, payload: notification(text) }];
    await expect(stores().authorization.announcements.announce(announcement, jobs)).rejects.toMatchObject({
      status: 400,
    });
    expect(await storedEntries(announcement)).toEqual([]);
    const unstorable = {
      ...announcement,
      facts: { accountId: 7, firstUse: { at: new Date(), clientIp: text } },
    };
    await expect(
      stores().authorization.announcements.announce(unstorable, [
        { kind: 'notification', payload: notification('none') },
      ]),
    ).rejects.toMatchObject({ status: 400 });
    expect(await take()).toEqual([]);
  });
});
