import { openFaultFixture } from './fault-fixture.js';
import type { FaultFixture } from './fault-fixture.js';
import { describeOutage, FROZEN, KILLED } from './outage.js';

let fixture: FaultFixture;
beforeAll(async () => {
  fixture = await openFaultFixture('redis');
});
afterAll(() => fixture.close());

for (const fault of [FROZEN, KILLED]) {
  describeOutage('artifacts', fault, () => fixture);
  describeOutage('postgres', fault, () => fixture);
}
