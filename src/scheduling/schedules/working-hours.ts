/* The hours of an account's first schedule, and of a schedule that is created without hours. */
import type { Hours } from './schedule.js';

export const WORKING_HOURS: Hours['availability'] = [
  { days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'], startTime: '09:00', endTime: '17:00' },
];
