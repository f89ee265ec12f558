/* `/settings/routing-forms/:id/responses.csv`: the responses to a form, for spreadsheets. */
import { Readable } from 'node:stream';
import type Router from 'koa-router';
import type { DesignTarget } from '../../scheduling/routing-forms/design-store.js';
import type { FormResponse } from '../../scheduling/routing-forms/routing-form.js';
import { FORM, ownForm, page, targetOf } from './page-deps.js';
import type { RoutingFormPagesDeps, Visit } from './page-deps.js';
import { columnsOf, headingLine, responseLines } from './response-csv.js';
import type { Column } from './response-csv.js';

const CONCURRENCY = 500;

async function* lines(
  { routingDesigns }: RoutingFormPagesDeps,
  target: DesignTarget,
  { first, columns }: { readonly first: readonly FormResponse[]; readonly columns: readonly Column[] },
): AsyncGenerator<string> {
  yield headingLine(columns);
  for (let responses = first; responses.length > 0;) {
    yield responseLines(responses, columns);
    responses = await routingDesigns.responsesBehind(target, responses.at(-1)?.id ?? 0, CONCURRENCY);
  }
}

async function download(visit: Visit, deps: RoutingFormPagesDeps): Promise<void> {
  const { ctx } = visit;
  const { form } = await ownForm(deps, visit);
  const target = targetOf(visit);
  // Asked before the answer begins: a store that is silent is 503, not a file that breaks off.
  const first = await deps.routingDesigns.responsesBehind(target, 0, CONCURRENCY);
  ctx.set({ 'cache-control': 'no-store', 'content-disposition': 'attachment; filename="responses.csv"' });
  ctx.type = 'text/csv; charset=utf-8';
  ctx.body = Readable.from(lines(deps, target, { first, columns: columnsOf(form.fields) }));
}

export function addResponsePages(router: Router, deps: RoutingFormPagesDeps): void {
  router.get(
    `${FORM}/responses.csv`,
    page(deps, (visit) => download(visit, deps)),
  );
}
