/* What every AuditLog promises. */
import type { AuditLog } from '../../src/audit.js';
import { ODD_TEXTS, UNSTORABLE_TEXTS, unique } from './samples.js';

export function auditContract(open: () => AuditLog): void {
  const entry = (subject: string) => ({
    actor: 'system',
    action: 'refresh.reuse_detected',
    subject,
    facts: { family: 'f1', nested: { generation: 3 } },
  });

  const ofSubject = async (subject: string, since?: Date) =>
    (await open().list(since, 10_000)).filter((one) => one.subject === subject);

  test('an entry comes back as it was written, with an id and a time of its own', async () => {
    const subject = unique();
    await open().append({ ...entry(subject), network: '2001:db8::1' });
    const [found] = await ofSubject(subject);
    expect(found).toMatchObject({ ...entry(subject), network: '2001:db8::1' });
    expect(found?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
    expect(Math.abs(Date.now() - (found?.at.getTime() ?? 0))).toBeLessThan(60_000);
  });

  test('an entry from the command line has no network address', async () => {
    const subject = unique();
    await open().append(entry(subject));
    expect((await ofSubject(subject))[0]).not.toHaveProperty('network');
  });

  test('entries are listed oldest first, and no more than asked for', async () => {
    const subject = unique();
    for (const family of ['a', 'b', 'c']) await open().append({ ...entry(subject), facts: { family } });
    expect((await ofSubject(subject)).map(({ facts }) => facts['family'])).toEqual(['a', 'b', 'c']);
    expect(await open().list(undefined, 2)).toHaveLength(2);
  });

  test('`since` leaves out what is older and includes its own moment', async () => {
    const [old, recent] = [unique(), unique()];
    await open().append(entry(old));
    const [first] = await ofSubject(old);
    const after = new Date((first?.at.getTime() ?? 0) + 1);
    while (Date.now() <= after.getTime()) await open().list(undefined, 1);
    await open().append(entry(recent));
    expect(await ofSubject(old, first?.at)).toHaveLength(1);
    expect(await ofSubject(old, after)).toEqual([]);
    expect(await ofSubject(recent, after)).toHaveLength(1);
  });

  test.each(ODD_TEXTS)('facts come back as they were: %#', async (text) => {
    const subject = unique();
    await open().append({ ...entry(subject), facts: { [text]: text } });
    expect((await ofSubject(subject))[0]?.facts).toEqual({ [text]: text });
  });

  test.each(UNSTORABLE_TEXTS)('text that cannot be kept is refused: %#', async (text) => {
    await expect(open().append({ ...entry(unique()), facts: { text } })).rejects.toMatchObject({
      status: 400,
    });
  });
}
