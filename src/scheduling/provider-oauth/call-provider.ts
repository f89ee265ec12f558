/* One HTTP call to an OAuth provider, with failures as ProviderFailure. */
import { OutboundError } from '../../outbound/outbound.js';
import type { Outbound, OutboundAnswer, OutboundRequest } from '../../outbound/outbound.js';

/** `revoked`: the provider ended the connection; the user has to connect again. `unavailable`: a retry may help. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';

  constructor(
    readonly reason: 'revoked' | 'unavailable',
    message: string,
  ) {
    super(message);
  }
}

export const isRevoked = (error: unknown): boolean =>
  error instanceof ProviderFailure && error.reason === 'revoked';

const TIMEOUT_MS = 10_000;

/** `name`: of the provider, for messages. Resolves with any answer, whatever its status. */
export async function callProvider(
  outbound: Outbound,
  name: string,
  request: Omit<OutboundRequest, 'timeoutMs'>,
): Promise<OutboundAnswer> {
  try {
    return await outbound({ ...request, timeoutMs: TIMEOUT_MS });
  } catch (error) {
    const reason = error instanceof OutboundError ? error.message : 'it cannot be reached';
    throw new ProviderFailure('unavailable', `${name}: ${reason}`);
  }
}

/** Undefined for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
