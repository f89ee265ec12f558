/* Who reads a page: the time zone and the conventions that its times are written in. By context, as the shell. */
import { createContext } from 'preact';

export interface Reader {
  /** A name of the IANA database. */
  readonly timeZone: string;
  /** BCP 47. */
  readonly locale: string;
  readonly timeFormat: 12 | 24;
}

/** Undefined where nobody is signed in, and in mails. */
export const ReaderContext = createContext<Reader | undefined>(undefined);
