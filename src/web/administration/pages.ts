/* `/admin`: what needs attention; `/admin/system`: versions, keys, configuration. Only for administrators. */
import { definePage, handlerWith, type Page } from '../page.js';
import { type AdministrationDeps, OVERVIEW_PATH, SYSTEM_PATH } from './deps.js';
import { showOverview } from './overview-page.js';
import { showSystem } from './system-page.js';

export function createAdministrationPages(deps: AdministrationDeps): readonly Page[] {
  const handler = handlerWith(deps);
  return [
    definePage({ method: 'GET', path: OVERVIEW_PATH, who: 'admin', handle: handler(showOverview) }),
    definePage({ method: 'GET', path: SYSTEM_PATH, who: 'admin', handle: handler(showSystem) }),
  ];
}
