/* Registering a client: by its owner (pending until reviewed) or by a service administrator (approved, legacy). */
import type { Actor } from '../events/audit-log.js';
import { conflict, invalidInput, type PropertyFault } from '../errors.js';
import type { KeyRing } from '../keys/key-ring.js';
import { allowedSchemeFaults } from './allowed-schemes.js';
import { newClientId } from './ids.js';
import type { RandomBytes } from './ids.js';
import { clientDetails, clientFaults, tooManyClients, tooManyPending } from './rules.js';
import type { ClientForm } from './rules.js';
import { newSecret } from './secrets.js';
import type { ClientStatus, ClientStore } from './store.js';

/** What the use cases of the registry work with. */
export interface Registry {
  readonly clients: ClientStore;
  readonly keys: KeyRing;
  readonly random: RandomBytes;
}

export interface Registration {
  readonly form: ClientForm;
  readonly ownerId: number;
  /** To which it belongs; the owner manages it. */
  readonly teamId?: number | undefined;
  /** Drawn when absent. */
  readonly clientId?: string;
  /** How many of the owner's clients may wait for their review. */
  readonly maxPending?: number;
  /** How many clients the owner may have at all. */
  readonly maxClients?: number;
  /** Only a service administrator may register a client that needs no review. */
  readonly approved?: boolean;
  /** Only a service administrator may register a client without a scope list. */
  readonly legacy?: boolean;
  /** Only a service administrator may let a client request retired scopes. */
  readonly migrating?: boolean | undefined;
  /** Only a service administrator may let a client introspect the tokens of others. */
  readonly resourceServer?: boolean;
  /** Only a service administrator may allow private-use schemes without a dot. */
  readonly allowedSchemes?: readonly string[];
}

export interface Registered {
  readonly clientId: string;
  /** Shown once. Absent for a public client. */
  readonly clientSecret?: string;
  readonly status: ClientStatus;
}

const resourceServerFaults = ({ kind }: ClientForm, resourceServer: boolean): readonly PropertyFault[] =>
  resourceServer && kind !== 'confidential'
    ? [
        {
          property: 'kind',
          message: 'a resource server must be confidential: it proves who it is with a secret',
        },
      ]
    : [];

const REFUSALS = {
  id_taken: () => conflict('This client id is taken.'),
  not_your_team: () => conflict('You no longer manage this team.'),
  too_many_pending: ({ maxPending }: Registration) => tooManyPending(maxPending),
  too_many_clients: ({ maxClients }: Registration) => tooManyClients(maxClients),
} as const;

/** Throws `invalidInput` with every refused field, `tooManyPending`, `tooManyClients`. */
export async function registerClient(
  registry: Registry,
  registration: Registration,
  actor: Actor,
): Promise<Registered> {
  const {
    form,
    ownerId,
    teamId,
    maxPending,
    maxClients,
    clientId = newClientId(registry.random),
    approved = false,
    legacy = false,
    migrating,
    resourceServer = false,
    allowedSchemes = [],
  } = registration;
  const faults = [
    ...clientFaults(form, { legacy, allowedSchemes }),
    ...allowedSchemeFaults(allowedSchemes),
    ...resourceServerFaults(form, resourceServer),
  ];
  if (faults.length > 0) throw invalidInput(faults);
  const details = clientDetails(form);
  const status: ClientStatus = approved ? 'approved' : 'pending';
  const secret = details.kind === 'public' ? undefined : newSecret(registry.keys, registry.random);
  const secrets = secret ? [secret.stored] : [];
  const verdict = await registry.clients.create(
    {
      ...details,
      id: clientId,
      status,
      legacy,
      migrating,
      resourceServer,
      allowedSchemes,
      ownerId,
      teamId,
      secrets,
      maxPending,
      maxClients,
    },
    actor,
  );
  if (verdict !== 'created') throw REFUSALS[verdict](registration);
  return { clientId, status, ...(secret ? { clientSecret: secret.plain } : {}) };
}
