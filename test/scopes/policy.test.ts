import fc from 'fast-check';
import { isScopeName, SCOPE_NAMES } from '../../src/scopes/catalogue.js';
import type { ScopeName } from '../../src/scopes/catalogue.js';
import { allows, formatScope, ORG_TWINS, outside, parseScope, within } from '../../src/scopes/policy.js';
import type { GrantedScope } from '../../src/scopes/policy.js';

const PAIRS: readonly (readonly [ScopeName, ScopeName])[] = [
  ['ORG_EVENT_TYPE_READ', 'TEAM_EVENT_TYPE_READ'],
  ['ORG_EVENT_TYPE_WRITE', 'TEAM_EVENT_TYPE_WRITE'],
  ['ORG_BOOKING_READ', 'TEAM_BOOKING_READ'],
  ['ORG_BOOKING_WRITE', 'TEAM_BOOKING_WRITE'],
  ['ORG_SCHEDULE_READ', 'TEAM_SCHEDULE_READ'],
  ['ORG_SCHEDULE_WRITE', 'TEAM_SCHEDULE_WRITE'],
  ['ORG_PROFILE_READ', 'TEAM_PROFILE_READ'],
  ['ORG_PROFILE_WRITE', 'TEAM_PROFILE_WRITE'],
  ['ORG_MEMBERSHIP_READ', 'TEAM_MEMBERSHIP_READ'],
  ['ORG_MEMBERSHIP_WRITE', 'TEAM_MEMBERSHIP_WRITE'],
  ['ORG_ROUTING_FORM_READ', 'TEAM_ROUTING_FORM_READ'],
  ['ORG_ROUTING_FORM_WRITE', 'TEAM_ROUTING_FORM_WRITE'],
];

const scoped = (...names: readonly ScopeName[]): GrantedScope => ({ kind: 'scopes', names: new Set(names) });
const anyScopes = fc.uniqueArray(fc.constantFrom(...SCOPE_NAMES));

describe('a set of scopes', () => {
  it('lets ORG_X satisfy TEAM_X in exactly the twelve pairs', () => {
    expect([...ORG_TWINS].map(([team, org]) => [org, team]).sort()).toEqual([...PAIRS].sort());
  });

  it('lets one scope satisfy itself and, in a pair, the team scope; nothing else of the 46 times 46', () => {
    const satisfied = SCOPE_NAMES.flatMap((held) =>
      SCOPE_NAMES.filter((needed) => allows(scoped(held), needed)).map((needed) => [held, needed]),
    );
    expect(satisfied.sort()).toEqual([...SCOPE_NAMES.map((name) => [name, name]), ...PAIRS].sort());
  });

  it('allows nothing when it is empty and everything when it is unrestricted', () => {
    for (const needed of SCOPE_NAMES) {
      expect(allows(scoped(), needed)).toBe(false);
      expect(allows({ kind: 'unrestricted' }, needed)).toBe(true);
    }
  });

  it('allows everything that a subset allows', () => {
    fc.assert(
      fc.property(anyScopes, anyScopes, fc.constantFrom(...SCOPE_NAMES), (some, more, needed) => {
        fc.pre(allows(scoped(...some), needed));
        expect(allows(scoped(...some, ...more), needed)).toBe(true);
      }),
    );
  });
});

describe('the scope parameter', () => {
  it('separates names by runs of spaces and commas, drops empties and merges duplicates', () => {
    expect(parseScope(' BOOKING_READ,, PROFILE_READ ,BOOKING_READ  ')).toEqual({
      names: ['BOOKING_READ', 'PROFILE_READ'],
      unknown: [],
    });
  });

  it('separates unknown names, including other cases and other white space', () => {
    expect(parseScope('booking_read BOOKING_READ\tPROFILE_READ * __proto__')).toEqual({
      names: [],
      unknown: ['booking_read', 'BOOKING_READ\tPROFILE_READ', '*', '__proto__'],
    });
  });

  it('requests no scope when it is empty', () => {
    for (const text of ['', ' ', ',', ' , ,']) expect(parseScope(text)).toEqual({ names: [], unknown: [] });
  });

  it('is read as formatScope wrote it, with any separator', () => {
    const separator = fc.string({ unit: fc.constantFrom(' ', ','), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(anyScopes, separator, (names, between) => {
        expect(parseScope(formatScope(names)).names).toEqual(names);
        expect(parseScope(between + names.join(between) + between).names).toEqual(names);
      }),
    );
  });

  it('keeps exactly the given names', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { names, unknown } = parseScope(text);
        expect(new Set([...names, ...unknown])).toEqual(new Set(text.split(/[ ,]/).filter(Boolean)));
        expect(unknown.some(isScopeName)).toBe(false);
      }),
    );
  });

  it('is within the enabled scopes only by name: an enabled ORG_X does not enable TEAM_X', () => {
    expect(within(['TEAM_BOOKING_READ'], ['ORG_BOOKING_READ'])).toBe(false);
    expect(outside(['BOOKING_READ', 'PROFILE_READ'], ['PROFILE_READ'])).toEqual(['BOOKING_READ']);
    fc.assert(
      fc.property(anyScopes, anyScopes, (requested, enabled) => {
        expect(within(requested, enabled)).toBe(requested.every((name) => enabled.includes(name)));
      }),
    );
  });
});
