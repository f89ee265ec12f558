const absolute = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** `21 Nov 2026, 14:05 UTC`: mails are forwarded, so they do not depend on their reader. */
export const exactTime = (at: Date): string => `${absolute.format(at)} UTC`;
