/* Pages of routing forms, for administrators of teams and organizations. Their rules are in scheduling/routing-forms. */
import { ROUTING_FORMS_TEXT } from '../../../views/routing-forms/my-forms.js';
import { definePage, handlerWith, type Page } from '../page.js';
import { saveField, showField } from './field-page.js';
import { createForm, saveHead, showHead, showNewForm } from './form-head.js';
import { listForms } from './form-list.js';
import { changeForm, showForm } from './form-page.js';
import { FORMS_PATH, type RoutingFormPagesDeps } from './own-form.js';
import { downloadResponses } from './responses.js';
import { ROUTE_LISTS } from './route-form.js';
import { saveRoute, showRoute } from './route-page.js';

export const ROUTING_FORMS_LINK = {
  to: FORMS_PATH,
  label: ROUTING_FORMS_TEXT.title,
  detail: ROUTING_FORMS_TEXT.detail,
};

const FORM_PATH = `${FORMS_PATH}/:id`;
const PATHS = {
  list: FORMS_PATH,
  newForm: `${FORMS_PATH}/new`,
  form: FORM_PATH,
  edit: `${FORM_PATH}/edit`,
  acts: `${FORM_PATH}/acts`,
  field: `${FORM_PATH}/fields/:part`,
  route: `${FORM_PATH}/routes/:part`,
  responses: `${FORM_PATH}/responses.csv`,
} as const;

export function createRoutingFormPages(deps: RoutingFormPagesDeps): readonly Page[] {
  const handler = handlerWith(deps);
  return [
    definePage({ method: 'GET', path: PATHS.list, who: 'user', handle: handler(listForms) }),
    definePage({ method: 'GET', path: PATHS.newForm, who: 'user', handle: handler(showNewForm) }),
    definePage({ method: 'POST', path: PATHS.list, who: 'user', handle: handler(createForm) }),
    definePage({ method: 'GET', path: PATHS.form, who: 'user', handle: handler(showForm) }),
    definePage({ method: 'POST', path: PATHS.acts, who: 'user', handle: handler(changeForm) }),
    definePage({ method: 'GET', path: PATHS.edit, who: 'user', handle: handler(showHead) }),
    definePage({ method: 'POST', path: PATHS.form, who: 'user', handle: handler(saveHead) }),
    definePage({ method: 'GET', path: PATHS.field, who: 'user', handle: handler(showField) }),
    definePage({ method: 'POST', path: PATHS.field, who: 'user', handle: handler(saveField) }),
    definePage({ method: 'GET', path: PATHS.route, who: 'user', handle: handler(showRoute) }),
    definePage({
      method: 'POST',
      path: PATHS.route,
      who: 'user',
      form: { lists: ROUTE_LISTS },
      handle: handler(saveRoute),
    }),
    definePage({ method: 'GET', path: PATHS.responses, who: 'user', handle: handler(downloadResponses) }),
  ];
}
