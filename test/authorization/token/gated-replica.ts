/* A replica whose next swap in the artifact store waits: what another replica does meanwhile happens for certain. */
import type { Replica, Service } from '../../support/service.js';

export interface GatedReplica extends Replica {
  /** Its next swap comes this far and waits until the returned function is called. */
  holdSwap(): { readonly reached: Promise<void>; release(): void };
}

function gateway(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

export async function openGatedReplica(service: Service): Promise<GatedReplica> {
  const { artifacts } = service.backend.stores;
  let gate: (() => Promise<void>) | undefined;
  const gated: typeof artifacts = {
    ...artifacts,
    async swap(...change) {
      const wait = gate;
      gate = undefined;
      await wait?.();
      return artifacts.swap(...change);
    },
  };
  const stores = { ...service.backend.stores, artifacts: gated };
  const replica = await service.replica({ ...service.backend, stores });
  return {
    ...replica,
    holdSwap() {
      const [reached, released] = [gateway(), gateway()];
      gate = () => {
        reached.open();
        return released.opened;
      };
      return { reached: reached.opened, release: released.open };
    },
  };
}
