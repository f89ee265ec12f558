/* The days of a month that have free times, and the free times of a day, as links. */
import type { VNode } from 'preact';
import { Link } from '../parts/link.js';

export interface DayCell {
  readonly day: number;
  /** The whole date and how many times it has. */
  readonly label: string;
  /** Absent without a free time. */
  readonly to?: string | undefined;
  readonly chosen: boolean;
}

interface OtherMonth {
  readonly to: string;
  readonly label: string;
}

export interface CalendarView {
  readonly label: string;
  readonly weekDays: readonly string[];
  /** Undefined for days of other months. */
  readonly weeks: readonly (readonly (DayCell | undefined)[])[];
  readonly isEmpty: boolean;
  readonly previous?: OtherMonth | undefined;
  readonly next?: OtherMonth | undefined;
}

export interface TimeView {
  /** ISO 8601. */
  readonly start: string;
  readonly label: string;
  readonly seats?: string | undefined;
  readonly to: string;
}

export interface DayView {
  readonly label: string;
  readonly times: readonly TimeView[];
}

const TEXT = {
  choose: 'Choose a day',
  months: 'Months',
  none: (month: string) => `No free times in ${month}.`,
  day: (date: string) => `Choose a time on ${date}`,
  noTimes: (date: string) => `No free times on ${date}`,
} as const;

/** Links to steps: search engines need not follow each of them. */
const Step = (props: { to: string; label?: string; chosen?: boolean; children: string | VNode }): VNode => (
  <Link to={props.to} label={props.label} current={props.chosen ? 'true' : undefined} rel="nofollow">
    {props.children}
  </Link>
);

const Day = ({ day, label, to, chosen }: DayCell): VNode =>
  to === undefined ? (
    <td class="day-none">
      <span aria-hidden="true">{day}</span>
      <span class="unseen">{label}</span>
    </td>
  ) : (
    <td>
      <Step to={to} label={label} chosen={chosen}>
        {String(day)}
      </Step>
    </td>
  );

const Month = ({ label, weekDays, weeks }: CalendarView): VNode => (
  <table class="month">
    <caption class="unseen">{label}</caption>
    <thead>
      <tr>
        {weekDays.map((name) => (
          <th key={name} scope="col">
            <span aria-hidden="true">{name.slice(0, 2)}</span>
            <span class="unseen">{name}</span>
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {weeks.map((week, at) => (
        <tr key={at}>
          {week.map((cell, day) => (cell === undefined ? <td key={day} /> : <Day key={day} {...cell} />))}
        </tr>
      ))}
    </tbody>
  </table>
);

/** Drawn by booking-page.css; its text is for screen readers. */
const Arrow = ({ to, label, way }: OtherMonth & { way: 'back' | 'on' }): VNode => (
  <Step to={to}>
    <span class={`arrow arrow-${way}`}>
      <span class="unseen">{label}</span>
    </span>
  </Step>
);

const Months = ({ label, previous, next }: CalendarView): VNode => (
  <nav class="months" aria-label={TEXT.months}>
    {previous ? <Arrow {...previous} way="back" /> : <span />}
    <p class="strong">{label}</p>
    {next && <Arrow {...next} way="on" />}
  </nav>
);

export const Calendar = (calendar: CalendarView): VNode => (
  <section class="booking-calendar" aria-labelledby="calendar">
    <h2 id="calendar">{TEXT.choose}</h2>
    <Months {...calendar} />
    <Month {...calendar} />
    {calendar.isEmpty && (
      <p>
        {TEXT.none(calendar.label)}{' '}
        {calendar.next && <Step to={calendar.next.to}>{calendar.next.label}</Step>}
      </p>
    )}
  </section>
);

/** Where the links of the days lead to. */
export const TIMES_ID = 'times';

export const Times = ({ label, times }: DayView): VNode => (
  <section class="booking-times" id={TIMES_ID} aria-labelledby="times-title">
    <h2 id="times-title">{times.length === 0 ? TEXT.noTimes(label) : TEXT.day(label)}</h2>
    <ul class="times">
      {times.map(({ start, label: clock, seats, to }) => (
        <li key={start}>
          <Step to={to}>
            <>
              {clock}
              {seats && <span class="hint block">{seats}</span>}
            </>
          </Step>
        </li>
      ))}
    </ul>
  </section>
);
