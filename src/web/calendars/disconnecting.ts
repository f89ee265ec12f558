/* The questions before a calendar connection or one feed is removed. Undefined for one that is removed. */
import { confirmDisconnecting } from '../../../views/calendars/confirmations.js';
import { CALENDARS_TEXT as TEXT } from '../../../views/calendars/messages.js';
import type { Confirmation } from '../../../views/parts/confirmation.js';
import { isolated } from '../../../views/parts/text/isolated.js';
import type { ConnectedCalendar } from '../../scheduling/calendars/calendar.js';
import { FACTS } from '../../scheduling/calendars/presenter.js';
import type { SignInDeps } from '../../scheduling/calendars/sign-in.js';
import { calendarsOf } from '../../scheduling/calendars/use-cases.js';
import type { UserPost } from '../page.js';
import { idOf } from '../request-values.js';

interface Removed {
  readonly calendars: readonly ConnectedCalendar[];
  readonly destinationId: number | null;
}

const question = (title: string, submit: string, { calendars, destinationId }: Removed): Confirmation =>
  confirmDisconnecting({
    title,
    submit,
    calendars: calendars.length,
    isDestination: calendars.some(({ id }) => id === destinationId),
  });

export async function askToEndConnection(
  deps: SignInDeps,
  { user, param }: UserPost,
): Promise<Confirmation | undefined> {
  const { connections, destinationId } = await calendarsOf(deps, user.account.id);
  const [kind, id] = [param('kind'), idOf(param('id'))];
  const connection = connections.find((one) => one.kind === kind && one.id === id);
  if (connection === undefined) return undefined;
  const title = TEXT.disconnect(FACTS[connection.kind].name);
  return question(title, title, { calendars: connection.calendars, destinationId });
}

/** Undefined for one that is removed. */
export async function feedOf(
  deps: SignInDeps,
  { user, param }: UserPost,
): Promise<(ConnectedCalendar & Pick<Removed, 'destinationId'>) | undefined> {
  const { connections, destinationId } = await calendarsOf(deps, user.account.id);
  const feeds = connections.filter(({ kind }) => kind === 'ics').flatMap(({ calendars }) => calendars);
  const feed = feeds.find(({ externalId }) => externalId === param('feed'));
  return feed && { ...feed, destinationId };
}

export async function askToDeleteFeed(deps: SignInDeps, post: UserPost): Promise<Confirmation | undefined> {
  const feed = await feedOf(deps, post);
  if (feed === undefined) return undefined;
  const removed = { calendars: [feed], destinationId: feed.destinationId };
  return question(TEXT.remove(isolated(feed.name)), TEXT.remove(feed.name), removed);
}
