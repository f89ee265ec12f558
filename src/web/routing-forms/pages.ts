/*
 * Pages with which administrators of teams and organizations make routing forms. What a form may be and where it leads
 * is decided in scheduling/routing-forms/; this room reads what was typed, and shows it again where it does not fit.
 */
import Router from 'koa-router';
import { ROUTING_FORMS_TEXT } from '../../../views/routing-forms/my-forms.js';
import { addFieldPages } from './field-pages.js';
import { addFormPages } from './form-pages.js';
import { addListPages } from './list-pages.js';
import { FORMS_PATH } from './page-deps.js';
import type { RoutingFormPagesDeps } from './page-deps.js';
import { addResponsePages } from './response-pages.js';
import { addRoutePages } from './route-pages.js';

export const ROUTING_FORMS_LINK = {
  to: FORMS_PATH,
  label: ROUTING_FORMS_TEXT.title,
  detail: ROUTING_FORMS_TEXT.detail,
};

export function createRoutingFormPages(deps: RoutingFormPagesDeps): Router {
  const router = new Router();
  addListPages(router, deps);
  addFormPages(router, deps);
  addFieldPages(router, deps);
  addRoutePages(router, deps);
  addResponsePages(router, deps);
  return router;
}
