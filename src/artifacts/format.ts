/*
 * The format of a record's text: a number and a colon in front of it. A record of an older format is migrated when it is
 * read and written in the newest; one of a newer format waits for the release that knows it.
 */
import { storeUnavailable } from '../errors.js';

/** From the text of one format to that of the next. */
type Migration = (text: string) => string;

interface RecordFormat {
  write(text: string): string;
  /** The text in the newest format. Throws 503 for a record of a newer one. */
  read(record: string): string;
}

const MARK = /^(\d{1,6}):/;

/** Format 0, without a number, has the text of format 1. */
export const UNNUMBERED: Migration = (text) => text;

/** `migrations[n]` leads from format n to the next; the newest format has no migration. */
export function recordFormat(what: string, migrations: readonly Migration[]): RecordFormat {
  const newest = migrations.length;
  return {
    write: (text) => `${newest}:${text}`,
    read(record) {
      const [mark = '', number = '0'] = MARK.exec(record) ?? [];
      const format = Number(number);
      if (format > newest)
        throw storeUnavailable(new Error(`a ${what} has format ${format}, newer than format ${newest}`));
      return migrations.slice(format).reduce((text, migrate) => migrate(text), record.slice(mark.length));
    },
  };
}
