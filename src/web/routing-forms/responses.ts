/* The responses to a routing form as CSV. */
import { Readable } from 'node:stream';
import type { DesignTarget } from '../../scheduling/routing-forms/design-store.js';
import type { FormResponse } from '../../scheduling/routing-forms/routing-form.js';
import type { UserRequest } from '../page.js';
import { download, type PageReply } from '../reply.js';
import { ownForm, type RoutingFormPagesDeps, targetOf } from './own-form.js';
import { type Column, headingLine, responseLines } from './response-csv.js';

const BATCH_SIZE = 500;

async function* lines(
  { routingDesigns }: RoutingFormPagesDeps,
  target: DesignTarget,
  { first, columns }: { readonly first: readonly FormResponse[]; readonly columns: readonly Column[] },
): AsyncGenerator<string> {
  yield headingLine(columns);
  for (let responses = first; responses.length > 0;) {
    yield responseLines(responses, columns);
    responses = await routingDesigns.responsesAfter(target, responses.at(-1)?.id ?? 0, BATCH_SIZE);
  }
}

export async function downloadResponses(
  deps: RoutingFormPagesDeps,
  request: UserRequest,
): Promise<PageReply> {
  const { form } = await ownForm(deps, request);
  const target = targetOf(request);
  // Read before the response begins, so that a failing store is a 503 and not a truncated file.
  const first = await deps.routingDesigns.responsesAfter(target, 0, BATCH_SIZE);
  const body = Readable.from(lines(deps, target, { first, columns: form.fields }));
  return download('responses.csv', 'text/csv; charset=utf-8', body);
}
