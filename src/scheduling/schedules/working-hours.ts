/* What everybody starts with, and what a schedule says that was made without hours. */
import type { Hours } from './schedule.js';

export const WORKING_HOURS: Hours['availability'] = [
  { days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'], startTime: '09:00', endTime: '17:00' },
];
