/* The one table from a cause and its facts to a sentence and its fix, for the developer of the client. Pure. */
import { CALL_WORDING } from './call-wording.js';
import type { Cause } from './causes.js';
import { GRANT_WORDING } from './grant-wording.js';
import { REQUEST_WORDING } from './request-wording.js';
import type { About, Wording, Words } from './wording.js';

export interface Explanation {
  /** What went wrong, in one sentence. */
  readonly why: string;
  readonly fix: string;
}

const TABLE: Wording = { ...REQUEST_WORDING, ...GRANT_WORDING, ...CALL_WORDING };

type Explain = (facts: Cause, about: About) => Words;

/** Undefined for a code that a newer version has written. */
export function explainCause(cause: Cause, about: About): Explanation | undefined {
  const explain = (TABLE as Readonly<Record<string, Explain | undefined>>)[cause.code];
  if (explain === undefined) return undefined;
  const [why, fix] = explain(cause, about);
  return { why, fix };
}
