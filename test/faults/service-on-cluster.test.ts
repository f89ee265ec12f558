import { openFaultFixture } from './fault-fixture.js';
import type { FaultFixture } from './fault-fixture.js';
import { describeOutage, FROZEN, KILLED } from './outage.js';

let fixture: FaultFixture;
beforeAll(async () => {
  fixture = await openFaultFixture('cluster');
});
afterAll(() => fixture.close());

for (const fault of [FROZEN, KILLED]) describeOutage('artifacts', fault, () => fixture);
