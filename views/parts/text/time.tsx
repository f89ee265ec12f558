import type { VNode } from 'preact';

const UNITS = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
const absolute = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** `5 minutes ago`, `in 29 days`; `just now` within a minute. */
function relativeTime(at: Date, now: Date): string {
  const distance = at.getTime() - now.getTime();
  const unit = UNITS.find(([, milliseconds]) => Math.abs(distance) >= milliseconds);
  return unit ? relative.format(Math.round(distance / unit[1]), unit[0]) : 'just now';
}

/** `21 Nov 2026, 14:05 UTC` */
export const exactTime = (at: Date): string => `${absolute.format(at)} UTC`;

/** A relative time, with the absolute time as its title. */
export const Time = ({ at, now }: { at: Date; now: Date }): VNode => (
  <time datetime={at.toISOString()} title={exactTime(at)}>
    {relativeTime(at, now)}
  </time>
);
