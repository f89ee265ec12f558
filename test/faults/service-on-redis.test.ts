import { openFaultWorld } from './fault-fixture.js';
import type { FaultWorld } from './fault-fixture.js';
import { describeOutage, FROZEN, KILLED } from './outage.js';

let world: FaultWorld;
beforeAll(async () => {
  world = await openFaultWorld('redis');
});
afterAll(() => world.close());

for (const fault of [FROZEN, KILLED]) {
  describeOutage('artifacts', fault, () => world);
  describeOutage('postgres', fault, () => world);
}
