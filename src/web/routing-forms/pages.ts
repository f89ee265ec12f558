/* Pages of routing forms, for administrators of teams and organizations. Their rules are in scheduling/routing-forms. */
import { definePage, handlerWith, type Page } from '../page.js';
import { saveField, showField } from './field-page.js';
import { createForm, saveHead, showHead, showNewForm } from './form-head.js';
import { listForms } from './form-list.js';
import { changeForm, showForm } from './form-page.js';
import { FORMS_PATH, type RoutingFormPagesDeps } from './own-form.js';
import { downloadResponses } from './responses.js';
import { ROUTE_LISTS } from './route-form.js';
import { saveRoute, showRoute } from './route-page.js';

const FORM = `${FORMS_PATH}/:id`;
const FIELD = `${FORM}/fields/:part`;
const ROUTE = `${FORM}/routes/:part`;

export function createRoutingFormPages(deps: RoutingFormPagesDeps): readonly Page[] {
  const by = handlerWith(deps);
  const form = { lists: ROUTE_LISTS };
  return [
    definePage({ method: 'GET', path: FORMS_PATH, who: 'user', handle: by(listForms) }),
    definePage({ method: 'GET', path: `${FORMS_PATH}/new`, who: 'user', handle: by(showNewForm) }),
    definePage({ method: 'POST', path: FORMS_PATH, who: 'user', handle: by(createForm) }),
    definePage({ method: 'GET', path: FORM, who: 'user', handle: by(showForm) }),
    definePage({ method: 'POST', path: `${FORM}/acts`, who: 'user', handle: by(changeForm) }),
    definePage({ method: 'GET', path: `${FORM}/edit`, who: 'user', handle: by(showHead) }),
    definePage({ method: 'POST', path: FORM, who: 'user', handle: by(saveHead) }),
    definePage({ method: 'GET', path: FIELD, who: 'user', handle: by(showField) }),
    definePage({ method: 'POST', path: FIELD, who: 'user', handle: by(saveField) }),
    definePage({ method: 'GET', path: ROUTE, who: 'user', handle: by(showRoute) }),
    definePage({ method: 'POST', path: ROUTE, who: 'user', form, handle: by(saveRoute) }),
    definePage({ method: 'GET', path: `${FORM}/responses.csv`, who: 'user', handle: by(downloadResponses) }),
  ];
}
