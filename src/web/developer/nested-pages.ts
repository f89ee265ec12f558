/* What a client has several of, secrets and testers: each is added and removed by a form on the client's page. */
import type Router from 'koa-router';
import { backToClient, type ClientPagesDeps, type Handler } from './deps.js';

export interface PartForms {
  /** Below the client's page: `secrets`. */
  readonly at: string;
  /** Names the parameter of the address that tells one from the others. */
  readonly param: string;
  readonly add: Handler;
  readonly remove: Handler;
}

export function addPartPages(router: Router, deps: ClientPagesDeps, part: PartForms): void {
  const path = `${deps.settingsPath}/clients/:id/${part.at}`;
  router.get(path, backToClient(deps));
  router.post(path, part.add);
  router.post(`${path}/:${part.param}/removal`, part.remove);
}
