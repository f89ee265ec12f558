import { readQuery } from '../../src/api/query.js';

const KNOWN = ['status', 'take', 'teamId', 'teamsIds', 'calendarsToLoad', 'end'];
const read = (text: string): unknown => readQuery(text, KNOWN).values;
const faulty = (text: string): unknown =>
  readQuery(text, KNOWN).faults.map(({ property, message }) => [property, message]);

describe('a list', () => {
  test.each([
    'status=past&status=upcoming',
    'status[]=past&status[]=upcoming',
    'status[0]=past&status[1]=upcoming',
    'status[1]=upcoming&status[0]=past',
    'status%5B%5D=past&status%5B%5D=upcoming',
    'status[7]=upcoming&status=past',
  ])('is read from %s', (text) => {
    expect(read(text)).toEqual({ status: ['past', 'upcoming'] });
  });

  test('of one is a list where brackets say so', () => {
    expect(read('status[]=past')).toEqual({ status: ['past'] });
    expect(read('status[0]=past')).toEqual({ status: ['past'] });
    expect(read('status=past')).toEqual({ status: 'past' });
  });

  test('of objects is read by index and name', () => {
    expect(read('calendarsToLoad[1][id]=b&calendarsToLoad[0][id]=a&calendarsToLoad[0][x]=c')).toEqual({
      calendarsToLoad: [{ id: 'a', x: 'c' }, { id: 'b' }],
    });
  });

  test('is never mixed with an object', () => {
    expect(read('status=a&status[x]=b')).toEqual({ status: ['a', { x: 'b' }] });
    expect(read('status[][x]=b')).toEqual({ status: { '': { x: 'b' } } });
    expect(read('status[__proto__]=b')).toEqual({ status: JSON.parse('{"__proto__":"b"}') as unknown });
  });
});

describe('a parameter that is not known', () => {
  test.each([
    ['Status=past', 'status'],
    ['statuses[]=past', 'status'],
    ['statu=past', 'status'],
    ['statsu=past', 'status'],
    ['team_id=1', 'teamId'],
    ['team-id[]=1', 'teamId'],
    ['teamIds=1', 'teamId'],
    ['filter[status]=past', undefined],
    ['status[=past', 'status'],
    ['status]=past', 'status'],
    [`status${'[0]'.repeat(4)}=past`, 'status'],
  ])('%s is refused', (text, meant) => {
    const hint = meant === undefined ? '' : `: write ${meant}`;
    expect(faulty(text)).toEqual([[text.split('=')[0], `is not a parameter of this endpoint${hint}`]]);
    expect(read(text)).toEqual({});
  });

  test.each(['utm_source=x', 'page=2', 'and=1', 'x=1', 'constructor=1', 'limit=5'])(
    '%s is left out when it is like none',
    (text) => expect(readQuery(text, KNOWN)).toEqual({ values: {}, faults: [] }),
  );
});
