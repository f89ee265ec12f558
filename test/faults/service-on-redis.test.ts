import { openFaultWorld } from './fault-world.js';
import type { FaultWorld } from './fault-world.js';
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
