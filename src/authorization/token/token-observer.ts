/* Tells the metrics how each request at the token endpoint ended. */
import { AppError } from '../../errors.js';
import type { EndpointResponse } from './endpoint-response.js';

/** `grantType` as it was sent. `reason`: why no tokens were issued. */
export type ObserveTokenRequest = (grantType: string | undefined, reason: string | undefined) => void;

const FAULTS: Readonly<Record<number, string>> = { 429: 'rate_limited', 503: 'temporarily_unavailable' };

const reasonOfFault = (fault: unknown): string =>
  (fault instanceof AppError ? FAULTS[fault.status] : undefined) ?? 'server_error';

function reasonOf({ status, reason, body }: EndpointResponse): string | undefined {
  if (status === 200) return undefined;
  if (reason !== undefined) return reason;
  const { error } = body as { readonly error?: unknown };
  return typeof error === 'string' ? error : 'server_error';
}

/** `respond` gets a function that it tells the grant type of a request that could be read. */
export async function observedResponse(
  observe: ObserveTokenRequest | undefined,
  respond: (readGrantType: (grantType: string | undefined) => void) => Promise<EndpointResponse>,
): Promise<EndpointResponse> {
  let grantType: string | undefined;
  try {
    const response = await respond((read) => (grantType = read));
    observe?.(grantType, reasonOf(response));
    return response;
  } catch (fault) {
    observe?.(grantType, reasonOfFault(fault));
    throw fault;
  }
}
