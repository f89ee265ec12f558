/* `/settings/event-types`: the event types of a user. Their rules are in scheduling/event-types. */
import { createEventTypeUseCases } from '../../scheduling/event-types/use-cases.js';
import { createPrivateLinkUseCases } from '../../scheduling/private-links/use-cases.js';
import { defineConfirmedForm } from '../confirmed-form.js';
import { definePage, handlerWith, type Page, type UserRequest } from '../page.js';
import { createEventType, showNewEventType } from './create-page.js';
import { copyEventType, saveEventType, showEventType } from './event-type-page.js';
import { LOCATION_LISTS } from './form-values.js';
import { listEventTypes } from './list-page.js';
import { EVENT_TYPES_PATH, type EventTypePagesDeps, eventTypePath, idIn } from './own-event-type.js';
import { askToRemoveLink, createLink, linksPath, removeLink, showLinks } from './links-page.js';
import { saveQuestion, showQuestion } from './question-page.js';
import { moveQuestion, showQuestions } from './questions-page.js';
import { askToRemove, removeEventType } from './removal.js';

const ONE = `${EVENT_TYPES_PATH}/:id`;
const LINKS = `${ONE}/links`;
const QUESTIONS = `${ONE}/questions`;

const backToOne = (request: UserRequest): string => eventTypePath(idIn(request));

export function createEventTypePages(pageDeps: EventTypePagesDeps): readonly Page[] {
  const useCases = createEventTypeUseCases(pageDeps);
  const deps = { ...pageDeps, useCases, links: createPrivateLinkUseCases(pageDeps) };
  const by = handlerWith(deps);
  const form = { lists: LOCATION_LISTS };
  return [
    definePage({ method: 'GET', path: EVENT_TYPES_PATH, who: 'user', handle: by(listEventTypes) }),
    definePage({ method: 'GET', path: `${EVENT_TYPES_PATH}/new`, who: 'user', handle: by(showNewEventType) }),
    definePage({ method: 'POST', path: EVENT_TYPES_PATH, who: 'user', form, handle: by(createEventType) }),
    definePage({ method: 'GET', path: ONE, who: 'user', handle: (of) => showEventType(deps, of) }),
    definePage({ method: 'POST', path: ONE, who: 'user', form, handle: by(saveEventType) }),
    definePage({ method: 'POST', path: `${ONE}/copies`, who: 'user', handle: by(copyEventType) }),
    definePage({ method: 'GET', path: QUESTIONS, who: 'user', handle: (of) => showQuestions(deps, of) }),
    definePage({ method: 'POST', path: QUESTIONS, who: 'user', handle: by(moveQuestion) }),
    ...[`${ONE}/new-question`, `${QUESTIONS}/:question`].flatMap((path) => [
      definePage({ method: 'GET', path, who: 'user', handle: (of) => showQuestion(deps, of) }),
      definePage({ method: 'POST', path, who: 'user', handle: by(saveQuestion) }),
    ]),
    definePage({ method: 'GET', path: LINKS, who: 'user', handle: (of) => showLinks(deps, of) }),
    definePage({ method: 'POST', path: LINKS, who: 'user', handle: by(createLink) }),
    ...defineConfirmedForm({
      ...{ path: `${LINKS}/remove`, who: 'user' },
      confirm: { ask: (post) => askToRemoveLink(deps, post), backTo: linksPath },
      handle: by(removeLink),
    }),
    ...defineConfirmedForm({
      ...{ path: `${ONE}/remove`, who: 'user' },
      confirm: { ask: (post) => askToRemove(deps, post), backTo: backToOne },
      handle: by(removeEventType),
    }),
  ];
}
