/* `/:username/:slug`: a day, then a time. Each step is one computation of slots. */
import type { FactsView } from '../../../views/booking-page/facts.js';
import { TIMES_ID } from '../../../views/booking-page/calendar.js';
import { EventTypePage } from '../../../views/booking-page/event-type.js';
import type { PublicFacts } from '../../../views/layout.js';
import { type Offered, type TimesByDate, timesByDate } from '../../scheduling/booking-pages/use-cases.js';
import { publicEventTypeUrl } from '../../scheduling/event-types/public-url.js';
import { dateIn, monthAfter, monthIn, monthSpan } from '../../scheduling/slots/months.js';
import type { VisitorRequest } from '../page.js';
import { page, type PageReply } from '../reply.js';
import { dateLabel, monthView, timesOf } from './calendar.js';
import { type Choice, lengthsOf, pathOf, readChoice } from './choice.js';
import { type OfferedAt, offeredAt, type PublicPageDeps } from './deps.js';
import { lengthText, presentFacts } from './facts.js';
import { presentZone, type Zone, zoneOf } from './zone.js';

/** With the lengths as links that keep the rest of the choice. */
export function factsOf(
  deps: PublicPageDeps,
  offered: OfferedAt,
  { time: _time, ...choice }: Choice,
): FactsView {
  const { eventType } = offered.found;
  const chosen = choice.duration ?? eventType.lengthInMinutes;
  const lengths = lengthsOf(eventType).map((minutes) => ({
    label: lengthText(minutes),
    to: pathOf(offered.path, { ...choice, duration: minutes }),
    chosen: minutes === chosen,
  }));
  return { ...presentFacts(offered, deps.appUrl), lengths };
}

interface MonthTimes {
  readonly month: string;
  readonly firstMonth: string;
  readonly times: TimesByDate;
}

/** Without a choice, the first of this month and the next one that has times. */
async function timesOfMonth(
  deps: PublicPageDeps,
  offered: OfferedAt,
  { date, month, duration }: Choice,
  timeZone: string,
): Promise<MonthTimes> {
  const now = deps.clock();
  const firstMonth = monthIn(now, timeZone);
  const asked = date?.slice(0, 7) ?? month;
  const known = asked !== undefined && asked >= firstMonth ? asked : undefined;
  const from = Math.max(now, monthSpan(known ?? firstMonth, timeZone).from);
  const { until } = monthSpan(known ?? monthAfter(firstMonth), timeZone);
  const query = { from, until, timeZone, ...(duration !== undefined && { duration }) };
  const times = await timesByDate(deps, offered, query);
  const [first = firstMonth] = Object.keys(times);
  return { month: known ?? first.slice(0, 7), firstMonth, times };
}

const publicFactsOf = (deps: PublicPageDeps, { profile, found }: Offered): PublicFacts => ({
  description: found.eventType.description || `Book a time with ${profile.name}`,
  url: publicEventTypeUrl(deps.appUrl, profile.owner, found.eventType.slug),
});

export interface TimesReply {
  readonly offered: OfferedAt;
  readonly choice: Choice;
  readonly zone: Zone;
  /** Why the chosen time is not to be had. */
  readonly refusal?: string;
}

export async function timesReply(
  deps: PublicPageDeps,
  request: VisitorRequest,
  { offered, choice: { time: _time, ...choice }, zone, refusal }: TimesReply,
): Promise<PageReply> {
  const { profile } = offered;
  const { times, ...months } = await timesOfMonth(deps, offered, choice, zone.name);
  const path = offered.path;
  const { date, month: _month, ...kept } = choice;
  const props = {
    facts: factsOf(deps, offered, choice),
    user: request.user?.account,
    publicFacts: isIndexed(request, offered) ? publicFactsOf(deps, offered) : undefined,
    calendar: monthView({
      ...{ ...months, times, weekStart: profile.weekStart, chosen: date },
      toMonth: (month) => pathOf(path, { ...kept, month }),
      toDate: (day) => `${pathOf(path, { ...kept, date: day })}#${TIMES_ID}`,
    }),
    day: date === undefined ? undefined : { label: dateLabel(date), times: dayTimes(offered, times, choice) },
    zone: presentZone(offered, zone, choice),
    refusal,
  };
  return page(<EventTypePage {...props} />, props.zone.guess ? { scripts: [] } : {});
}

/** The address that people share, and not one of its steps. */
const isIndexed = ({ url }: VisitorRequest, { found, privateLinkId }: OfferedAt): boolean =>
  !url.includes('?') && !found.eventType.hidden && privateLinkId === undefined;

function dayTimes(offered: OfferedAt, times: TimesByDate, { date = '', ...choice }: Choice) {
  const { seats } = offered.found.eventType;
  return timesOf(times[date] ?? [], {
    showsSeats: seats?.showAvailabilityCount === true,
    toTime: (time) => pathOf(offered.path, { ...choice, time }),
  });
}

/** The choice in the address, and whether it is complete. */
export async function choiceIn(deps: PublicPageDeps, request: VisitorRequest) {
  const offered = await offeredAt(deps, request);
  const choice = readChoice(request.query, offered.found.eventType);
  return { offered, choice, zone: zoneOf(request, offered, choice) };
}

/** The day of a time, where only a time is chosen. */
export const withDay = (choice: Choice, time: number, { name }: Zone): Choice => ({
  ...choice,
  date: dateIn(time, name),
});
