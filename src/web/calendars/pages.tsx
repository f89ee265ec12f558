/*
 * `/settings/calendars`: connected calendars, for the person. What connecting and choosing mean is decided in
 * scheduling/calendars/; this room asks, and passes the word on.
 */
import Router from 'koa-router';
import { CalendarsPage } from '../../../views/calendars/calendars.js';
import type { CalendarsPageProps, PageConnection } from '../../../views/calendars/calendars.js';
import { CALENDAR_FIELDS as FIELDS, CALENDARS_TEXT as TEXT } from '../../../views/calendars/messages.js';
import { AppError } from '../../errors.js';
import type { PropertyFault } from '../../errors.js';
import type { Form } from '../../http/forms.js';
import { redirectAfterPost, sendPage } from '../../http/pages.js';
import { SIGN_IN_KINDS } from '../../scheduling/calendars/calendar.js';
import type { CalendarKind, Connection } from '../../scheduling/calendars/calendar.js';
import {
  calendarsOf,
  choose,
  disconnect,
  saveApple,
  saveFeeds,
  select,
} from '../../scheduling/calendars/use-cases.js';
import { FACTS } from '../../scheduling/calendars/presenter.js';
import { CALENDARS_PATH, signInUrl } from '../../scheduling/calendars/sign-in.js';
import { changesOf } from './choices.js';
import { posted, visiting } from './page-deps.js';
import type { CalendarPagesDeps, Visit } from './page-deps.js';

export const CALENDARS_LINK = { to: CALENDARS_PATH, label: TEXT.title, detail: TEXT.detail };

const PATHS = {
  choices: `${CALENDARS_PATH}/choices`,
  feeds: `${CALENDARS_PATH}/feeds`,
  apple: `${CALENDARS_PATH}/apple`,
  signIn: `${CALENDARS_PATH}/sign-in`,
  connections: `${CALENDARS_PATH}/connections`,
} as const;

const DONE: Readonly<Record<string, string>> = {
  connected: TEXT.connected,
  saved: TEXT.saved,
  disconnected: TEXT.disconnected,
};
const FAILED: Readonly<Record<string, string>> = { 'sign-in': TEXT.failedSignIn, state: TEXT.failedState };

const done = (what: string): string => `${CALENDARS_PATH}?done=${what}`;

/** Where a connection is made again: undefined for a provider that is not set up any more. */
function againAt({ signIns }: CalendarPagesDeps['calendarDeps'], kind: CalendarKind): string | undefined {
  if (kind === 'ics') return `${CALENDARS_PATH}#${FIELDS.urls}`;
  if (kind === 'apple') return `${CALENDARS_PATH}#${FIELDS.username}`;
  return signIns[kind] && `${PATHS.signIn}/${kind}`;
}

const presentConnection = (
  calendarDeps: CalendarPagesDeps['calendarDeps'],
  connection: Connection,
): PageConnection => {
  const { id, kind, identity, invalid, endedAt, calendars } = connection;
  const since = endedAt === null ? undefined : new Date(endedAt);
  return {
    id,
    title: FACTS[kind].name,
    identity: kind === 'ics' ? '' : identity,
    ended: invalid ? { since, again: againAt(calendarDeps, kind) } : undefined,
    calendars: calendars.map((calendar) => ({
      ...calendar,
      fault: calendar.fault ?? undefined,
      failingSince: calendar.failingSince === null ? undefined : new Date(calendar.failingSince),
    })),
    end: `${PATHS.connections}/${kind}/${id}/end`,
  };
};

type Said = Pick<CalendarsPageProps, 'done' | 'failed' | 'typed' | 'faults'>;

async function show(
  deps: CalendarPagesDeps,
  { ctx, user }: Visit,
  status: number,
  said: Said,
): Promise<void> {
  const { calendarDeps, csrf } = deps;
  const { connections, destinationId, outage } = await calendarsOf(calendarDeps, user.account.id);
  const ready = SIGN_IN_KINDS.filter((kind) => calendarDeps.signIns[kind] !== undefined);
  const props: CalendarsPageProps = {
    user: user.account,
    connections: connections.map((connection) => presentConnection(calendarDeps, connection)),
    destinationId,
    outage,
    choices: PATHS.choices,
    feeds: PATHS.feeds,
    apple: PATHS.apple,
    signIns: ready.map((kind) => ({ title: FACTS[kind].name, to: `${PATHS.signIn}/${kind}` })),
    csrf: csrf.csrfField(ctx),
    now: new Date(calendarDeps.clock()),
    ...said,
  };
  sendPage(ctx, status, <CalendarsPage {...props} />);
}

async function saveChoices({ calendarDeps }: CalendarPagesDeps, visit: Visit, form: Form): Promise<void> {
  const { ctx, user, actor } = visit;
  const accountId = user.account.id;
  const changes = changesOf(await calendarsOf(calendarDeps, accountId), {
    selected: form.list(FIELDS.selected),
    destination: form.text(FIELDS.destination),
    outage: form.text(FIELDS.outage),
  });
  for (const { name, selected } of changes.selections)
    await select(calendarDeps, accountId, name, selected, actor);
  if (changes.destination === null) await calendarDeps.calendars.chooseNone(accountId, actor);
  else if (changes.destination !== undefined)
    await choose(calendarDeps, accountId, changes.destination, actor);
  if (changes.outage !== undefined) await calendarDeps.calendars.setOutage(accountId, changes.outage, actor);
  redirectAfterPost(ctx, done('saved'));
}

const isFaults = (errors: unknown): errors is readonly PropertyFault[] => Array.isArray(errors);

/** `urls.2: …` is told of the field, with the line it is about. */
function faultsIn({ details, message }: AppError, field: string): NonNullable<Said['faults']> {
  const { errors } = details;
  if (!isFaults(errors)) return { [field]: [message] };
  const told = errors.map(({ property, message: words }): [string, string] => {
    const [name = field, at] = property.split('.');
    return [name, at === undefined ? words : `Line ${Number(at) + 1}: ${words}`];
  });
  return Object.fromEntries(
    told.map(([name]) => [name, told.filter(([other]) => other === name).map(([, words]) => words)]),
  );
}

/** What is refused comes back with what was typed. */
async function connecting(
  deps: CalendarPagesDeps,
  visit: Visit,
  field: string,
  typed: Said['typed'],
  connect: () => Promise<unknown>,
): Promise<void> {
  try {
    await connect();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isAway = error.code === 'CALENDAR_UNREACHABLE';
    if (error.status !== 400 && !isAway) throw error;
    await show(deps, visit, isAway ? 503 : 422, { typed, faults: faultsIn(error, field) });
    return;
  }
  redirectAfterPost(visit.ctx, done('connected'));
}

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function addConnecting(router: Router, deps: CalendarPagesDeps): void {
  const { calendarDeps } = deps;
  router.post(
    PATHS.feeds,
    posted(deps, [], (visit, form) => {
      const urls = form.text(FIELDS.urls);
      return connecting(deps, visit, FIELDS.urls, { urls }, () =>
        saveFeeds(calendarDeps, visit.user.account.id, linesOf(urls), visit.actor),
      );
    }),
  );
  router.post(
    PATHS.apple,
    posted(deps, [], (visit, form) => {
      const [username, password] = [form.text(FIELDS.username).trim(), form.text(FIELDS.password)];
      return connecting(deps, visit, FIELDS.password, { username }, () =>
        saveApple(calendarDeps, visit.user.account.id, { username, password }, visit.actor),
      );
    }),
  );
  for (const kind of SIGN_IN_KINDS)
    router.get(
      `${PATHS.signIn}/${kind}`,
      visiting(deps, ({ ctx, user }) => {
        redirectAfterPost(ctx, signInUrl(calendarDeps, { kind, accountId: user.account.id }));
        return Promise.resolve();
      }),
    );
}

const KINDS: readonly CalendarKind[] = ['ics', 'apple', 'google', 'office365'];

const idIn = (text: unknown): number => (/^[1-9]\d{0,9}$/.test(String(text)) ? Number(text) : 0);

export function createCalendarPages(deps: CalendarPagesDeps): Router {
  const { calendarDeps } = deps;
  const router = new Router();
  router.get(
    CALENDARS_PATH,
    visiting(deps, (visit) => {
      const { done: what, failed, error } = visit.ctx.query;
      const why = error === undefined ? FAILED[String(failed)] : TEXT.failedSignIn;
      return show(deps, visit, 200, { done: DONE[String(what)], failed: why });
    }),
  );
  router.post(
    PATHS.choices,
    posted(deps, [FIELDS.selected], (visit, form) => saveChoices(deps, visit, form)),
  );
  addConnecting(router, deps);
  for (const kind of KINDS)
    router.post(
      `${PATHS.connections}/${kind}/:id/end`,
      posted(deps, [], async ({ ctx, user, actor }) => {
        const { id } = ctx.params as Readonly<Record<string, unknown>>;
        await disconnect(calendarDeps, user.account.id, { kind, id: idIn(id) }, actor);
        redirectAfterPost(ctx, done('disconnected'));
      }),
    );
  return router;
}
