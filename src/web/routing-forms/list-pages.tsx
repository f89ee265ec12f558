/* `/settings/routing-forms`: the forms that a person administers, and making another. */
import type Router from 'koa-router';
import {
  FormHeadPage,
  type HeadFaults,
  MyFormsPage,
  ROUTING_FORMS_TEXT,
} from '../../../views/routing-forms/my-forms.js';
import { redirectAfterPost, sendPage } from '../../http/pages.js';
import type { FormGroup } from '../../scheduling/routing-forms/design-store.js';
import type { FormDefinition } from '../../scheduling/routing-forms/routing-form.js';
import { FORMS_PER_GROUP, headFaults } from '../../scheduling/routing-forms/rules.js';
import { actorOf, formPath, FORMS_PATH, page, posted, sentences, textIn } from './page-deps.js';
import type { Post, RoutingFormPagesDeps, Visit } from './page-deps.js';

const ID_BYTES = 16;
const TEXT = ROUTING_FORMS_TEXT;

export const groupName = ({ name, organizationName }: FormGroup['place']): string =>
  organizationName === undefined ? name : `${name} (${organizationName})`;

async function showForms({ ctx, account }: Visit, { routingDesigns }: RoutingFormPagesDeps): Promise<void> {
  const forms = await routingDesigns.list(account.id);
  const groups = await routingDesigns.places(account.id);
  const props = {
    user: account,
    forms: forms.map(({ form: { id, name, disabled }, place, responses }) => ({
      ...{ name, disabled, responses },
      to: formPath(id),
      groupName: groupName(place),
    })),
    createTo: groups.length === 0 ? undefined : `${FORMS_PATH}/new`,
    done: ctx.query.done === 'removed' ? TEXT.removed : undefined,
  };
  sendPage(ctx, 200, <MyFormsPage {...props} />);
}

interface Typed {
  readonly name: string;
  readonly description: string;
  readonly group: string;
}

const NOTHING: Typed = { name: '', description: '', group: '' };

interface Refused {
  readonly status: 409 | 422;
  readonly faults: HeadFaults;
  readonly refusal?: string;
}

async function showCreation(
  { ctx, account }: Visit,
  { routingDesigns, csrf }: RoutingFormPagesDeps,
  { typed, refused }: { readonly typed: Typed; readonly refused?: Refused },
): Promise<void> {
  const groups = await routingDesigns.places(account.id);
  const props = {
    user: account,
    crumbs: [{ label: TEXT.title, to: FORMS_PATH }],
    csrf: csrf.csrfField(ctx),
    action: FORMS_PATH,
    backTo: FORMS_PATH,
    values: typed,
    faults: refused?.faults ?? {},
    refusal: refused?.refusal,
    groups: groups.map(({ id, place }) => ({ value: String(id), label: groupName(place) })),
  };
  sendPage(ctx, refused?.status ?? 200, <FormHeadPage {...props} />);
}

const newDefinition = ({ name, description }: Typed): FormDefinition => ({
  name,
  description: description === '' ? null : description,
  disabled: false,
  fields: [],
  routes: [],
  fallback: { kind: 'message', text: 'Thank you. We will get back to you.' },
});

const SUBJECTS = { name: 'The name', description: 'The description' };

async function create(post: Post, deps: RoutingFormPagesDeps): Promise<void> {
  const { form, account, ctx } = post;
  const typed = {
    name: textIn(form, 'name'),
    description: textIn(form, 'description'),
    group: form.text('group'),
  };
  const definition = newDefinition(typed);
  const faults = sentences(headFaults(definition), SUBJECTS);
  if (Object.keys(faults).length > 0)
    return showCreation(post, deps, { typed, refused: { status: 422, faults } });
  const groupId = /^[1-9]\d{0,9}$/.test(typed.group) ? Number(typed.group) : 0;
  const id = deps.random(ID_BYTES).toString('hex');
  const draft = { id, groupId, definition, most: FORMS_PER_GROUP };
  const made = await deps.routingDesigns.create(account.id, draft, actorOf(post));
  if (typeof made === 'object') {
    redirectAfterPost(ctx, formPath(made.id));
    return;
  }
  const fault =
    made === 'too_many'
      ? `You have reached the limit of ${FORMS_PER_GROUP} forms. Delete one first.`
      : 'Choose a team or organization that you administer.';
  return showCreation(post, deps, { typed, refused: { status: 422, faults: { group: [fault] } } });
}

export function addListPages(router: Router, deps: RoutingFormPagesDeps): void {
  router.get(
    FORMS_PATH,
    page(deps, (visit) => showForms(visit, deps)),
  );
  router.get(
    `${FORMS_PATH}/new`,
    page(deps, (visit) => showCreation(visit, deps, { typed: NOTHING })),
  );
  router.post(
    FORMS_PATH,
    posted(deps, (post) => create(post, deps)),
  );
}
