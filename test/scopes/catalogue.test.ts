import { AREA_LABELS, isScopeName, LEVELS, SCOPE_NAMES, SCOPES } from '../../src/scopes/catalogue.js';

const WRITTEN_OUT = `
EVENT_TYPE_READ EVENT_TYPE_WRITE BOOKING_READ BOOKING_WRITE SCHEDULE_READ SCHEDULE_WRITE APPS_READ APPS_WRITE
PROFILE_READ PROFILE_WRITE WEBHOOK_READ WEBHOOK_WRITE VERIFIED_RESOURCES_READ VERIFIED_RESOURCES_WRITE
TEAM_EVENT_TYPE_READ TEAM_EVENT_TYPE_WRITE TEAM_BOOKING_READ TEAM_BOOKING_WRITE TEAM_SCHEDULE_READ
TEAM_SCHEDULE_WRITE TEAM_PROFILE_READ TEAM_PROFILE_WRITE TEAM_MEMBERSHIP_READ TEAM_MEMBERSHIP_WRITE TEAM_APPS_READ
TEAM_APPS_WRITE TEAM_ROUTING_FORM_READ TEAM_ROUTING_FORM_WRITE TEAM_WORKFLOW_READ TEAM_WORKFLOW_WRITE
TEAM_VERIFIED_RESOURCES_READ TEAM_VERIFIED_RESOURCES_WRITE
ORG_EVENT_TYPE_READ ORG_EVENT_TYPE_WRITE ORG_BOOKING_READ ORG_BOOKING_WRITE ORG_SCHEDULE_READ ORG_SCHEDULE_WRITE
ORG_PROFILE_READ ORG_PROFILE_WRITE ORG_MEMBERSHIP_READ ORG_MEMBERSHIP_WRITE ORG_ROUTING_FORM_READ
ORG_ROUTING_FORM_WRITE ORG_WEBHOOK_READ ORG_WEBHOOK_WRITE`
  .trim()
  .split(/\s+/);

const PREFIX = { user: '', team: 'TEAM_', organization: 'ORG_' } as const;

describe('the catalogue of scopes', () => {
  it('contains the 46 scopes of the specification in order, each once', () => {
    expect(SCOPE_NAMES).toEqual(WRITTEN_OUT);
  });

  it('contains 14 user, 18 team and 14 organization scopes', () => {
    expect(LEVELS.map((level) => SCOPES.filter((scope) => scope.level === level).length)).toEqual([
      14, 18, 14,
    ]);
  });

  it.each(SCOPES)('describes $name in columns that agree with its name', ({ name, level, area, access }) => {
    expect(name).toBe(`${PREFIX[level]}${area}_${access}`.toUpperCase());
    expect(AREA_LABELS[area]).toMatch(/^[A-Z][a-z ]+$/);
  });

  it('describes each scope differently, in one short sentence without jargon', () => {
    expect(new Set(SCOPES.map(({ label }) => label)).size).toBe(46);
    for (const { label, access } of SCOPES) {
      expect(label).toMatch(
        access === 'read' ? /^See / : /^(Add|Change|Choose|Confirm|Connect|Create|Verify)/,
      );
      expect(label.length).toBeLessThanOrEqual(90);
      expect(label).not.toMatch(/OAuth|API|scope|resource|token|[._!]/);
    }
  });

  it('has case-sensitive names', () => {
    expect(isScopeName('BOOKING_READ')).toBe(true);
    for (const other of ['booking_read', 'BOOKING_READ ', 'BOOKING', '', '*', '__proto__', 'constructor']) {
      expect(isScopeName(other)).toBe(false);
    }
  });
});
