/* What a use case refuses, as something that a form can say; what is no refusal of the input goes on. */
import { AppError, type PropertyFault } from '../errors.js';

export interface RefusedInput {
  readonly status: 409 | 422;
  /** Empty where the whole is refused: then `reason` says why. */
  readonly faults: readonly PropertyFault[];
  readonly reason: string | undefined;
  /** What the reason is about, where the use case says it. */
  readonly property?: string;
}

/** For `catch` of a use case. */
export function refusedInput(error: unknown): { readonly refused: RefusedInput } {
  if (!(error instanceof AppError)) throw error;
  const { status, message, details } = error;
  const faults = Array.isArray(details['errors']) ? (details['errors'] as readonly PropertyFault[]) : [];
  const about = typeof details['property'] === 'string' ? { property: details['property'] } : {};
  if (status === 409) return { refused: { status, faults: [], reason: message, ...about } };
  if (status === 400 && faults.length > 0) return { refused: { status: 422, faults, reason: undefined } };
  throw error;
}
