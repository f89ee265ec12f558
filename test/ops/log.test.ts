import { createLog } from '../../src/ops/log.js';
import type { LogFields } from '../../src/ops/log.js';

function written(level: 'info' | 'silent', fields: LogFields): Readonly<Record<string, unknown>> | undefined {
  let line: Readonly<Record<string, unknown>> | undefined;
  const log = createLog(level, {
    write: (text) => (line = JSON.parse(text) as Readonly<Record<string, unknown>>),
  });
  log.info(fields, 'told');
  return line;
}

describe('the log', () => {
  it('writes one JSON object per line, with time and level name', () => {
    expect(written('info', { count: 3 })).toEqual({
      level: 'info',
      time: expect.any(String) as unknown,
      count: 3,
      msg: 'told',
    });
  });

  it('drops every field that is not on its list', () => {
    const smuggled = {
      path: '/x',
      password: 'SECRET',
      headers: { authorization: 'SECRET' },
      req: { url: 'SECRET' },
    };
    expect(written('info', smuggled)).toEqual({
      level: 'info',
      time: expect.any(String) as unknown,
      path: '/x',
      msg: 'told',
    });
  });

  it('keeps name, message and causes of an error, and never its other properties', () => {
    const cause = Object.assign(new Error('down'), { code: 'ECONNREFUSED', parameters: ['SECRET'] });
    const err = Object.assign(new Error('no store', { cause }), { detail: 'SECRET', query: 'SECRET' });
    const line = written('info', { err });
    expect(line).toMatchObject({
      err: { name: 'Error', message: 'no store', cause: { code: 'ECONNREFUSED' } },
    });
    expect(JSON.stringify(line)).not.toContain('SECRET');
    expect(written('info', { err: 'SECRET' })).toMatchObject({ err: { message: 'string' } });
  });

  it('writes nothing at the level silent', () => {
    expect(written('silent', { count: 1 })).toBeUndefined();
  });
});
