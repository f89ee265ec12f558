/* `/settings/calendars`: the connected calendars of a user. Their rules are in scheduling/calendars. */
import { CalendarsPage, type CalendarsPageProps } from '../../../views/calendars/calendars.js';
import { CALENDAR_FIELDS as FIELDS, CALENDARS_TEXT as TEXT } from '../../../views/calendars/messages.js';
import { AppError, notFound } from '../../errors.js';
import { CALENDAR_KINDS, SIGN_IN_KINDS } from '../../scheduling/calendars/calendar.js';
import { CALENDARS_PATH, type SignInDeps, signInUrl } from '../../scheduling/calendars/sign-in.js';
import { addFeeds, removeFeed } from '../../scheduling/calendars/feeds.js';
import { FACTS } from '../../scheduling/calendars/presenter.js';
import { calendarsOf, choose, disconnect, saveApple, select } from '../../scheduling/calendars/use-cases.js';
import { defineConfirmedForm } from '../confirmed-form.js';
import { definePage, handlerWith, type Page, type UserPost, type UserRequest } from '../page.js';
import { doneReply, page, type PageReply, redirect } from '../reply.js';
import { doneText, idOf, linesOf } from '../request-values.js';
import { changesOf } from './choices.js';
import { askToDeleteFeed, askToEndConnection, feedOf } from './disconnecting.js';
import { CALENDAR_PATHS as PATHS, presentCalendars, presentFaults } from './presenter.js';

/** After the sign-in at a provider, whose redirect names its kind. */
const CONNECTED = Object.fromEntries(SIGN_IN_KINDS.map((kind) => [kind, TEXT.connected(FACTS[kind].name)]));

type Outcome = Pick<CalendarsPageProps, 'done' | 'failed' | 'typed' | 'faults'>;

async function calendarsPage(
  deps: SignInDeps,
  { user, csrf }: UserRequest,
  outcome: Outcome,
  status = 200,
): Promise<PageReply> {
  const props = {
    ...presentCalendars(deps.signIns, await calendarsOf(deps, user.account.id)),
    ...{ user: user.account, csrf: csrf(), now: new Date(deps.clock()) },
    ...outcome,
  };
  return page(<CalendarsPage {...props} />, { status });
}

function showCalendars(deps: SignInDeps, request: UserRequest): Promise<PageReply> {
  const { query } = request;
  const isFailed = query('error') !== '' || query('failed') === 'sign-in';
  const failed = isFailed ? TEXT.failedSignIn : query('failed') === 'state' ? TEXT.failedState : undefined;
  return calendarsPage(deps, request, { done: doneText(request, CONNECTED), failed });
}

async function saveChoices(deps: SignInDeps, request: UserPost): Promise<PageReply> {
  const { user, actor, form } = request;
  const { id } = user.account;
  const changes = changesOf(await calendarsOf(deps, id), {
    selected: form.list(FIELDS.selected),
    destination: form.text(FIELDS.destination),
    outage: form.text(FIELDS.outage),
  });
  for (const { name, selected } of changes.selections) await select(deps, id, name, selected, actor);
  if (changes.destination === null) await deps.calendars.chooseNone(id, actor);
  else if (changes.destination !== undefined) await choose(deps, id, changes.destination, actor);
  if (changes.outage !== undefined) await deps.calendars.setOutage(id, changes.outage, actor);
  return doneReply(request, CALENDARS_PATH, TEXT.saved);
}

/** Rejected input is filled in again; `field` gets the faults that name no other. */
async function saveOrReject(
  deps: SignInDeps,
  request: UserPost,
  { field, typed, done }: { readonly field: string; readonly typed: Outcome['typed']; readonly done: string },
  save: () => Promise<unknown>,
): Promise<PageReply> {
  try {
    await save();
    return doneReply(request, CALENDARS_PATH, done);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isUnreachable = error.code === 'CALENDAR_UNREACHABLE';
    if (error.status !== 400 && error.status !== 409 && !isUnreachable) throw error;
    const outcome = { typed, faults: presentFaults(error, field) };
    return calendarsPage(deps, request, outcome, isUnreachable ? 503 : 422);
  }
}

function connectFeeds(deps: SignInDeps, request: UserPost): Promise<PageReply> {
  const { user, actor, form } = request;
  const urls = form.text(FIELDS.urls);
  const answers = { field: FIELDS.urls, typed: { urls }, done: TEXT.feedsAdded };
  return saveOrReject(deps, request, answers, () => addFeeds(deps, user.account.id, linesOf(urls), actor));
}

function connectApple(deps: SignInDeps, request: UserPost): Promise<PageReply> {
  const { user, actor, form } = request;
  const [username, password] = [form.text(FIELDS.username).trim(), form.text(FIELDS.password)];
  const answers = { field: FIELDS.password, typed: { username }, done: TEXT.connected(FACTS.apple.name) };
  return saveOrReject(deps, request, answers, () =>
    saveApple(deps, user.account.id, { username, password }, actor),
  );
}

function startSignIn(deps: SignInDeps, { user, param }: UserRequest): PageReply {
  const kind = SIGN_IN_KINDS.find((known) => known === param('kind'));
  if (kind === undefined) throw notFound();
  return redirect(signInUrl(deps, { kind, accountId: user.account.id }));
}

async function deleteFeed(deps: SignInDeps, request: UserPost): Promise<PageReply> {
  const { user, actor, param } = request;
  const feed = await feedOf(deps, request);
  await removeFeed(deps, user.account.id, param('feed'), actor);
  return doneReply(request, CALENDARS_PATH, TEXT.feedRemoved(feed?.name ?? ''));
}

async function endConnection(deps: SignInDeps, request: UserPost): Promise<PageReply> {
  const { user, actor, param } = request;
  const kind = CALENDAR_KINDS.find((known) => known === param('kind'));
  if (kind === undefined) throw notFound();
  await disconnect(deps, user.account.id, { kind, id: idOf(param('id')) }, actor);
  return doneReply(request, CALENDARS_PATH, TEXT.disconnected(FACTS[kind].name));
}

const backTo = (): string => CALENDARS_PATH;

export function createCalendarPages(deps: SignInDeps): readonly Page[] {
  const handler = handlerWith(deps);
  return [
    definePage({ method: 'GET', path: CALENDARS_PATH, who: 'user', handle: handler(showCalendars) }),
    definePage({
      method: 'POST',
      path: PATHS.choices,
      who: 'user',
      form: { lists: [FIELDS.selected] },
      handle: handler(saveChoices),
    }),
    definePage({ method: 'POST', path: PATHS.feeds, who: 'user', handle: handler(connectFeeds) }),
    ...defineConfirmedForm({
      ...{ path: `${PATHS.feeds}/:feed/remove`, who: 'user' },
      confirm: { ask: (post) => askToDeleteFeed(deps, post), backTo },
      handle: handler(deleteFeed),
    }),
    definePage({ method: 'POST', path: PATHS.apple, who: 'user', handle: handler(connectApple) }),
    definePage({ method: 'GET', path: `${PATHS.signIn}/:kind`, who: 'user', handle: handler(startSignIn) }),
    ...defineConfirmedForm({
      ...{ path: `${PATHS.connections}/:kind/:id/end`, who: 'user' },
      confirm: { ask: (post) => askToEndConnection(deps, post), backTo },
      handle: handler(endConnection),
    }),
  ];
}
