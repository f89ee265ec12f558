/*
 * `/settings/event-types` and `/settings/teams/:id/event-types`: the event types of a user, and those of a team. Their
 * rules are in scheduling/event-types.
 */
import { createPrivateLinkUseCases } from '../../scheduling/private-links/use-cases.js';
import { defineConfirmedForm } from '../confirmed-form.js';
import { definePage, handlerWith, type Page, type UserRequest } from '../page.js';
import { TEAMS_PATH } from '../teams/deps.js';
import { HOST_LISTS } from './assignment-form.js';
import { createEventType, showNewEventType } from './create-page.js';
import { copyEventType, saveEventType, showEventType } from './event-type-page.js';
import { LOCATION_LISTS } from './form-values.js';
import { saveHosts, showHosts } from './hosts-page.js';
import { askToRemoveLink, createLink, removeLink, showLinks } from './links-page.js';
import { listEventTypes } from './list-page.js';
import { EVENT_TYPES_PATH, type EventTypePages } from './own-event-type.js';
import { saveQuestion, showQuestion } from './question-page.js';
import { moveQuestion, showQuestions } from './questions-page.js';
import { askToRemove, removeEventType } from './removal.js';
import { teamOwner, type TeamOwnerDeps } from './team-owner.js';
import { userOwner } from './user-owner.js';

const who = 'user';
const form = { lists: [...LOCATION_LISTS, ...HOST_LISTS] };

/** The page that the question was asked from. */
const above = ({ path }: UserRequest): string => path.slice(0, path.lastIndexOf('/'));

function listAndForm(deps: EventTypePages, list: string): readonly Page[] {
  const by = handlerWith(deps);
  const one = `${list}/:eventTypeId`;
  return [
    definePage({ method: 'GET', path: list, who, handle: by(listEventTypes) }),
    definePage({ method: 'GET', path: `${list}/new`, who, handle: by(showNewEventType) }),
    definePage({ method: 'POST', path: list, who, form, handle: by(createEventType) }),
    definePage({ method: 'GET', path: one, who, handle: (of) => showEventType(deps, of) }),
    definePage({ method: 'POST', path: one, who, form, handle: by(saveEventType) }),
    ...defineConfirmedForm({
      ...{ path: `${one}/remove`, who },
      confirm: { ask: (post) => askToRemove(deps, post), backTo: above },
      handle: by(removeEventType),
    }),
  ];
}

function questionsAndLinks(deps: EventTypePages, list: string): readonly Page[] {
  const by = handlerWith(deps);
  const one = `${list}/:eventTypeId`;
  const [questions, links] = [`${one}/questions`, `${one}/links`];
  return [
    definePage({ method: 'GET', path: questions, who, handle: (of) => showQuestions(deps, of) }),
    definePage({ method: 'POST', path: questions, who, handle: by(moveQuestion) }),
    ...[`${one}/new-question`, `${questions}/:question`].flatMap((path) => [
      definePage({ method: 'GET', path, who, handle: (of) => showQuestion(deps, of) }),
      definePage({ method: 'POST', path, who, handle: by(saveQuestion) }),
    ]),
    definePage({ method: 'GET', path: links, who, handle: (of) => showLinks(deps, of) }),
    definePage({ method: 'POST', path: links, who, handle: by(createLink) }),
    ...defineConfirmedForm({
      ...{ path: `${links}/remove`, who },
      confirm: { ask: (post) => askToRemoveLink(deps, post), backTo: above },
      handle: by(removeLink),
    }),
  ];
}

export function createEventTypePages(pageDeps: TeamOwnerDeps): readonly Page[] {
  const common = { ...pageDeps, links: createPrivateLinkUseCases(pageDeps) };
  const [own, ofTeam] = [
    { ...common, ownerOf: userOwner(pageDeps) },
    { ...common, ownerOf: teamOwner(pageDeps) },
  ];
  const list = `${TEAMS_PATH}/:id/event-types`;
  const [copies, hosts] = [`${EVENT_TYPES_PATH}/:eventTypeId/copies`, `${list}/:eventTypeId/hosts`];
  return [
    ...listAndForm(own, EVENT_TYPES_PATH),
    definePage({ method: 'POST', path: copies, who, handle: handlerWith(own)(copyEventType) }),
    ...questionsAndLinks(own, EVENT_TYPES_PATH),
    ...listAndForm(ofTeam, list),
    definePage({ method: 'GET', path: hosts, who, handle: (of) => showHosts(ofTeam, of) }),
    definePage({ method: 'POST', path: hosts, who, form, handle: handlerWith(ofTeam)(saveHosts) }),
    ...questionsAndLinks(ofTeam, list),
  ];
}
