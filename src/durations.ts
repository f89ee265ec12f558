/** Durations in milliseconds, as clocks and timers count. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const WEEK = 7 * DAY;

/** In whole seconds, as OAuth lifetimes, cache headers and rate limits count. */
export const inSeconds = (duration: number): number => duration / SECOND;
