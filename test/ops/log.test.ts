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

/** As knex passes it on: with the statement in front of the message, and a stack that was taken before. */
const pgFault = (message: string) => (): never => {
  const fault = new Error(message);
  fault.message = `select "a" from "b" where c = $1 - ${message}`;
  throw fault;
};

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
      route: '/x',
      password: 'SECRET',
      headers: { authorization: 'SECRET' },
      req: { url: 'SECRET' },
    };
    expect(written('info', smuggled)).toEqual({
      level: 'info',
      time: expect.any(String) as unknown,
      route: '/x',
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

  it.each([
    [() => JSON.parse('SECRET') as unknown, 'is not valid JSON'],
    [() => JSON.parse('{"a":"","SECRET') as unknown, 'JSON'],
    [pgFault('invalid input syntax for type timestamp with time zone: "SE"CRET"'), 'with time zone: (value)'],
    [pgFault('value "SECRET" is out of range for type integer'), 'value (value) is out of range'],
  ])('quotes no invalid value, case %#', (fail, left) => {
    let fault: unknown;
    try {
      fail();
    } catch (error) {
      fault = error;
    }
    const text = JSON.stringify(written('info', { err: fault }));
    expect(text).toContain(left);
    expect(text).not.toMatch(/SE|CRET/);
  });

  it('writes nothing at the level silent', () => {
    expect(written('silent', { count: 1 })).toBeUndefined();
  });
});
