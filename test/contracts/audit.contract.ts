/* What every AuditLog promises. */
import type { AuditEntry, AuditFilter, AuditLog, AuditPage } from '../../src/events/audit-log.js';
import { ODD_TEXTS, UNSTORABLE_TEXTS, unique } from './samples.js';

/** Any entry: the log also has events that are no longer in the catalogue. */
export type AnyEntry = Omit<AuditEntry, 'id' | 'at'>;

export interface AuditBackend {
  open(): AuditLog;
  append(entry: AnyEntry): Promise<void>;
}

export function auditContract({ open, append: write }: AuditBackend): void {
  const entry = (subject: string) => ({
    actor: 'system',
    action: 'refresh.reuse_detected',
    subject,
    facts: { family: 'f1', nested: { generation: 3 } },
  });

  const ofSubject = async (subject: string, since?: Date) =>
    (await open().list(since, 10_000)).filter((one) => one.subject === subject);

  test('an entry is read as written, with an id and a time', async () => {
    const subject = unique();
    await write({ ...entry(subject), clientIp: '2001:db8::1' });
    const [found] = await ofSubject(subject);
    expect(found).toMatchObject({ ...entry(subject), clientIp: '2001:db8::1' });
    expect(found?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
    expect(Math.abs(Date.now() - (found?.at.getTime() ?? 0))).toBeLessThan(60_000);
  });

  test('an entry from the command line has no client IP', async () => {
    const subject = unique();
    await write(entry(subject));
    expect((await ofSubject(subject))[0]).not.toHaveProperty('clientIp');
  });

  test('entries about a subject are found by their actions, the newest first', async () => {
    const subject = `client:${unique()}`;
    const actions = ['client.approved', 'client.edited', 'client.suspended', 'client.approved'];
    for (const action of actions) await write({ ...entry(subject), action });
    const named = { ...entry(unique()), action: 'client.approved', facts: { clientId: subject.slice(7) } };
    await write(named);
    const about = async (limit: number) =>
      (await open().about(subject, ['client.approved', 'client.suspended'], limit)).map(
        ({ action }) => action,
      );
    expect(await about(9)).toEqual(['client.approved', 'client.suspended', 'client.approved']);
    expect(await about(2)).toEqual(['client.approved', 'client.suspended']);
    expect(await open().about(subject, [], 9)).toEqual([]);
  });

  test('entries are listed oldest first, up to the limit', async () => {
    const subject = unique();
    for (const family of ['a', 'b', 'c']) await write({ ...entry(subject), facts: { family } });
    expect((await ofSubject(subject)).map(({ facts }) => facts['family'])).toEqual(['a', 'b', 'c']);
    expect(await open().list(undefined, 2)).toHaveLength(2);
  });

  test('`since` excludes older entries and includes its own time', async () => {
    const [old, recent] = [unique(), unique()];
    await write(entry(old));
    const [first] = await ofSubject(old);
    const after = new Date((first?.at.getTime() ?? 0) + 1);
    while (Date.now() <= after.getTime()) await open().list(undefined, 1);
    await write(entry(recent));
    expect(await ofSubject(old, first?.at)).toHaveLength(1);
    expect(await ofSubject(old, after)).toEqual([]);
    expect(await ofSubject(recent, after)).toHaveLength(1);
  });

  test.each(ODD_TEXTS)('facts are read as written: %#', async (text) => {
    const subject = unique();
    await write({ ...entry(subject), facts: { [text]: text } });
    expect((await ofSubject(subject))[0]?.facts).toEqual({ [text]: text });
  });

  test.each(UNSTORABLE_TEXTS)('text that cannot be stored is refused: %#', async (text) => {
    await expect(write({ ...entry(unique()), facts: { text } })).rejects.toMatchObject({
      status: 400,
    });
  });

  describe('a page', () => {
    const append = async (change: Partial<AnyEntry>, count = 1): Promise<void> => {
      for (let number = 0; number < count; number += 1)
        await write({ ...entry(unique()), facts: { number }, ...change });
    };
    const read = (filter: AuditFilter, page: Partial<AuditPage> = {}) =>
      open().read({ filter, order: 'newest', limit: 100, ...page });
    const numbers = async (filter: AuditFilter, page: Partial<AuditPage> = {}) =>
      (await read(filter, page)).map(({ facts }) => facts['number']);

    test('is newest or oldest first, up to the limit', async () => {
      const actor = unique();
      await append({ actor }, 4);
      expect(await numbers({ actor })).toEqual([3, 2, 1, 0]);
      expect(await numbers({ actor }, { order: 'oldest', limit: 3 })).toEqual([0, 1, 2]);
    });

    test.each(['newest', 'oldest'] as const)(
      'continues after the last entry, %s first, without a gap',
      async (order) => {
        const actor = unique();
        await Promise.all(Array.from({ length: 40 }, () => append({ actor })));
        const whole = await read({ actor }, { order });
        const seen: AuditEntry[] = [];
        while (seen.length < 40) {
          const page = await read({ actor }, { order, behind: seen.at(-1), limit: 3 });
          expect(page.length).toBeGreaterThan(0);
          seen.push(...page);
          // What is new meanwhile moves nothing.
          if (order === 'newest') await append({ actor });
        }
        expect(seen).toEqual(whole);
      },
    );

    test.each(['actor', 'action', 'clientIp', 'subject'] as const)('is filtered by its %s', async (name) => {
      const value = unique();
      await append({ [name]: value });
      await append({});
      expect((await read({ [name]: value })).map((found) => found[name])).toEqual([value]);
    });

    test('is filtered by all fields together', async () => {
      const [actor, action] = [unique(), unique()];
      await append({ actor, action, clientIp: '192.0.2.1' });
      await append({ actor, action, clientIp: '192.0.2.2' });
      await append({ actor });
      expect(await read({ actor, action, clientIp: '192.0.2.2' })).toHaveLength(1);
      expect(await read({ actor, action, clientIp: '192.0.2.3' })).toEqual([]);
    });

    test('includes entries at `since` and excludes entries at `until`', async () => {
      const actor = unique();
      await append({ actor });
      const at = (await read({ actor }))[0]?.at ?? new Date(0);
      const next = new Date(at.getTime() + 1);
      expect(await read({ actor, since: at })).toHaveLength(1);
      expect(await read({ actor, since: next })).toEqual([]);
      expect(await read({ actor, until: at })).toEqual([]);
      expect(await read({ actor, until: next })).toHaveLength(1);
    });

    test('about a client or an account includes entries whose facts name it, in one order, each once', async () => {
      const [clientId, accountId] = [unique(), 700_000_000 + Math.floor(Math.random() * 99_999_999)];
      const subject = `client:${clientId}`;
      await append({ subject, facts: { number: 0 } });
      await append({ facts: { number: 1, clientId, accountId } });
      await append({ subject, facts: { number: 2, clientId } });
      await append({ facts: { number: 3, clientId: unique() } });
      expect(await numbers({ subject })).toEqual([2, 1, 0]);
      expect(await numbers({ subject }, { limit: 2 })).toEqual([2, 1]);
      const [, named] = await read({ subject });
      expect(await numbers({ subject }, { behind: named })).toEqual([0]);
      expect(await numbers({ subject: `account:${accountId}` })).toEqual([1]);
    });

    test.each([...UNSTORABLE_TEXTS, "'; drop table audit_entry; --", '%', 'client:'])(
      'filtered by odd text is empty: %#',
      async (text) => {
        for (const name of ['actor', 'action', 'clientIp', 'subject'] as const)
          expect(await read({ [name]: text })).toEqual([]);
      },
    );
  });

  test('the actions are those that were recorded, each once', async () => {
    const [a, b] = [`a.${unique()}`, `b.${unique()}`];
    for (const action of [b, a, b]) await write({ ...entry(unique()), action });
    const known = await open().actions();
    expect(known.filter((action) => [a, b].includes(action))).toEqual([a, b]);
    expect(new Set(known).size).toBe(known.length);
  });
}
