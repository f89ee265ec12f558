/* One routing form: its questions and routes in order, its state and its deletion. Data: web/routing-forms. */
import type { VNode } from 'preact';
import type { Crumb } from '../shell.js';
import type { PageUser } from '../parts/account-menu.js';
import { AccountPage } from '../parts/account-page.js';
import { LinkAction, Submit } from '../parts/forms/actions.js';
import { Badge } from '../parts/badge.js';
import { Button, ButtonLink } from '../parts/forms/button.js';
import { Card } from '../parts/card.js';
import { counted } from '../parts/text/counted.js';
import { DefinitionList } from '../parts/definition-list.js';
import { Form } from '../parts/forms/form.js';
import { Identifier } from '../parts/text/identifier.js';
import { Link } from '../parts/link.js';
import { isolated } from '../parts/text/isolated.js';

export interface PartView {
  readonly id: string;
  readonly to: string;
  /** The label of a question, or the destination of a route. */
  readonly title: string;
  readonly detail: string;
  /** Name of a question in the API. */
  readonly identifier?: string;
}

export interface FormPageProps {
  readonly user: PageUser;
  readonly crumbs: readonly Crumb[];
  readonly csrf: string;
  /** Target of the form around all buttons. */
  readonly action: string;
  readonly version: number;
  readonly form: {
    readonly id: string;
    readonly name: string;
    readonly description: string | null;
    readonly groupName: string;
    readonly disabled: boolean;
    readonly responses: number;
  };
  readonly fields: readonly PartView[];
  readonly routes: readonly PartView[];
  readonly fallback: PartView;
  readonly to: Readonly<Record<'edit' | 'newField' | 'newRoute' | 'responses', string>>;
  readonly done?: string | undefined;
  readonly refusal?: string | undefined;
}

/** Name and values of the buttons; `fields:` and `routes:` are followed by the id of the entry to move up. */
export const ACTION = {
  name: 'act',
  off: 'off',
  on: 'on',
  remove: 'remove',
  field: 'fields:',
  route: 'routes:',
} as const;
/** The checkbox that confirms a deletion. */
export const CONFIRM = { name: 'sure', value: 'yes' } as const;

export const FORM_TEXT = {
  owner: 'Team or organization',
  id: 'Form ID',
  responses: 'Responses',
  about: 'Description',
  download: 'Download as CSV',
  edit: 'Edit name and description',
  off: 'Switched off',
  questions: 'Questions',
  noQuestions: 'There are no questions yet. Everyone takes the last route below.',
  newField: 'Add a question',
  routes: 'Routes',
  routesDetail: 'The first route that matches the answers is used.',
  newRoute: 'Add a route',
  needsQuestion: 'Routes depend on answers. Add a question first.',
  otherwise: 'Everyone else',
  moveField: (position: number) => `Move question ${position} up`,
  moveRoute: (position: number) => `Move route ${position} up`,
  danger: 'Danger zone',
  switchOff: 'Switch off',
  switchOffDetail: 'The form accepts no answers until you switch it on again.',
  switchOn: 'Switch on',
  switchOnDetail: 'The form accepts answers again.',
  removal: (responses: number) =>
    responses === 0
      ? 'Programs that use this form will get an error.'
      : `Programs that use this form will get an error. ${counted(responses, 'response')} will be deleted.`,
  confirm: 'Delete it permanently',
  remove: 'Delete this form',
  unconfirmed: 'Nothing was deleted. Tick the box next to the button to confirm.',
  changed: 'Someone else changed this form. This is its current state; try again.',
  changedInput: 'Someone else changed this form. Check your input below and save again.',
  saved: (name: string) => `${isolated(name)} is saved.`,
} as const;
const TEXT = FORM_TEXT;

type Kind = typeof ACTION.field | typeof ACTION.route;

const UpButton = ({ part, at, kind }: { part: PartView; at: number; kind: Kind }): VNode => {
  const text = kind === ACTION.field ? TEXT.moveField(at + 1) : TEXT.moveRoute(at + 1);
  return <Submit look="plain" name={ACTION.name} value={`${kind}${part.id}`} text={text} />;
};

const Part = ({ part }: { part: PartView }): VNode => (
  <div>
    <Link to={part.to}>
      <bdi class="strong">{part.title}</bdi>
    </Link>
    <p class="hint">
      {part.detail}
      {part.identifier && (
        <>
          {' · '}
          <Identifier value={part.identifier} />
        </>
      )}
    </p>
  </div>
);

const Parts = ({ parts, kind }: { parts: readonly PartView[]; kind: Kind }): VNode => (
  <>
    {parts.map((part, at) => (
      <li key={part.id}>
        <Part part={part} />
        {at > 0 && <UpButton part={part} at={at} kind={kind} />}
      </li>
    ))}
  </>
);

const Facts = ({ form, to }: FormPageProps): VNode => (
  <Card>
    {form.disabled && (
      <p>
        <Badge kind="warning" text={TEXT.off} />
      </p>
    )}
    <DefinitionList
      of={[
        {
          term: TEXT.about,
          value: form.description ? <bdi class="preline">{form.description}</bdi> : undefined,
        },
        { term: TEXT.owner, value: <bdi>{form.groupName}</bdi> },
        { term: TEXT.id, value: <Identifier value={form.id} /> },
        { term: TEXT.responses, value: String(form.responses) },
      ]}
    />
    <div class="actions">
      <ButtonLink look="plain" to={to.edit}>
        {TEXT.edit}
      </ButtonLink>
      <ButtonLink look="plain" to={to.responses}>
        {TEXT.download}
      </ButtonLink>
    </div>
  </Card>
);

const Questions = ({ fields, to }: FormPageProps): VNode => (
  <Card>
    <h2>{TEXT.questions}</h2>
    {fields.length === 0 ? (
      <p>{TEXT.noQuestions}</p>
    ) : (
      <ol class="form-parts">
        <Parts parts={fields} kind={ACTION.field} />
      </ol>
    )}
    <LinkAction look="plain" to={to.newField} text={TEXT.newField} />
  </Card>
);

const Routes = ({ fields, routes, fallback, to }: FormPageProps): VNode => (
  <Card>
    <h2>{TEXT.routes}</h2>
    <p class="hint">{TEXT.routesDetail}</p>
    <ol class="form-parts">
      <Parts parts={routes} kind={ACTION.route} />
      <li>
        <Part part={fallback} />
      </li>
    </ol>
    {fields.length === 0 ? (
      <p class="hint">{TEXT.needsQuestion}</p>
    ) : (
      <LinkAction look="plain" to={to.newRoute} text={TEXT.newRoute} />
    )}
  </Card>
);

const DangerZone = ({ form }: FormPageProps): VNode => (
  <div class="card danger-zone">
    <h2>{TEXT.danger}</h2>
    <div class="consequence">
      <p>{form.disabled ? TEXT.switchOnDetail : TEXT.switchOffDetail}</p>
      <Button look="plain" name={ACTION.name} value={form.disabled ? ACTION.on : ACTION.off}>
        {form.disabled ? TEXT.switchOn : TEXT.switchOff}
      </Button>
    </div>
    <p>{TEXT.removal(form.responses)}</p>
    <div class="consequence">
      <label class="box">
        <input type="checkbox" name={CONFIRM.name} value={CONFIRM.value} />
        <span>{TEXT.confirm}</span>
      </label>
      <Button look="danger" name={ACTION.name} value={ACTION.remove}>
        {TEXT.remove}
      </Button>
    </div>
  </div>
);

export const FormPage = (props: FormPageProps): VNode => (
  <AccountPage {...props} title={props.form.name} heading={<bdi>{props.form.name}</bdi>}>
    <Facts {...props} />
    <Form action={props.action} csrf={props.csrf}>
      <input type="hidden" name="version" value={props.version} />
      <Questions {...props} />
      <Routes {...props} />
      <DangerZone {...props} />
    </Form>
  </AccountPage>
);
