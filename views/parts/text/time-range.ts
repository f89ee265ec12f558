/* The start and end of a booking in words, in the time zone of the reader. */

/** By time zone. Creating a format takes longer than writing a whole mail. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached !== undefined) return cached;
  const format = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
  formats.set(timeZone, format);
  return format;
}

/** `Tue, 1 Jan 2030, 09:00–10:00 (Europe/Lisbon)`; instants in milliseconds since the epoch. */
export function timeRange(
  { start, end }: { readonly start: number; readonly end: number },
  timeZone: string,
): string {
  // Some mail programs draw the thin spaces of a range as boxes.
  return `${formatIn(timeZone).formatRange(start, end).replace(/\s/gu, ' ')} (${timeZone})`;
}
