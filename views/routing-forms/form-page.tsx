/* One routing form: its questions and routes in their order, and what can be done with it. Filled by routing-forms/form-pages. */
import type { VNode } from 'preact';
import { Layout } from '../layout.js';
import type { Crumb } from '../layout.js';
import type { PagePerson } from '../parts/account-menu.js';
import { Badge } from '../parts/badge.js';
import { Button, ButtonLink } from '../parts/button.js';
import { Card } from '../parts/card.js';
import { counted } from '../parts/counted.js';
import { DefinitionList } from '../parts/definition-list.js';
import { Form } from '../parts/form.js';
import { Identifier } from '../parts/identifier.js';
import { Link } from '../parts/link.js';
import { Notice } from '../parts/notice.js';

export interface PartView {
  readonly id: string;
  readonly to: string;
  /** The label of a question, or where a route leads. */
  readonly title: string;
  readonly detail: string;
  /** What a program calls it. */
  readonly identifier?: string;
}

export interface FormPageProps {
  readonly user: PagePerson;
  readonly crumbs: readonly Crumb[];
  readonly csrf: string;
  /** Where the buttons of the page are sent. */
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

/** Name of the buttons; a button that moves something up names what. */
export const ACT = {
  name: 'act',
  off: 'off',
  on: 'on',
  remove: 'remove',
  field: 'fields:',
  route: 'routes:',
} as const;
/** The box without which nothing is deleted. */
export const SURE = { name: 'sure', value: 'yes' } as const;

export const FORM_TEXT = {
  whose: 'Whose it is',
  id: 'Form ID',
  responses: 'Responses',
  about: 'What it is for',
  download: 'Download as CSV',
  edit: 'Edit name and description',
  off: 'Switched off',
  questions: 'Questions',
  noQuestions: 'It asks nothing yet. Everybody is led where the last line below says.',
  newField: 'Add a question',
  routes: 'Routes',
  routesDetail: 'The first one that fits the answers counts.',
  newRoute: 'Add a route',
  needsQuestion: 'Routes ask about answers. Add a question first.',
  otherwise: 'Everybody else',
  moveField: (place: number) => `Move question ${place} up`,
  moveRoute: (place: number) => `Move route ${place} up`,
  danger: 'Danger zone',
  switchOff: 'Switch off',
  switchOffDetail: 'It takes no answers until you switch it on again.',
  switchOn: 'Switch on',
  switchOnDetail: 'It takes answers again.',
  removal: (responses: number) =>
    responses === 0
      ? 'Programs that use it get an error from then on.'
      : `Programs that use it get an error from then on. ${counted(responses, 'response')} will be lost.`,
  sure: 'I want to delete it for ever',
  remove: 'Delete this form',
  unsure: 'Nothing was deleted. Tick the box beside the button to confirm.',
  changed: 'Somebody changed this form meanwhile. This is how it stands now; try again.',
  saved: 'Saved.',
} as const;
const TEXT = FORM_TEXT;

type Kind = typeof ACT.field | typeof ACT.route;

const UpButton = ({ part, at, kind }: { part: PartView; at: number; kind: Kind }): VNode => (
  <div class="actions">
    <Button look="plain" name={ACT.name} value={`${kind}${part.id}`}>
      {kind === ACT.field ? TEXT.moveField(at + 1) : TEXT.moveRoute(at + 1)}
    </Button>
  </div>
);

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
        ...(form.description
          ? [{ term: TEXT.about, value: <bdi class="preline">{form.description}</bdi> }]
          : []),
        { term: TEXT.whose, value: <bdi>{form.groupName}</bdi> },
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
        <Parts parts={fields} kind={ACT.field} />
      </ol>
    )}
    <div class="actions">
      <ButtonLink look="plain" to={to.newField}>
        {TEXT.newField}
      </ButtonLink>
    </div>
  </Card>
);

const Routes = ({ fields, routes, fallback, to }: FormPageProps): VNode => (
  <Card>
    <h2>{TEXT.routes}</h2>
    <p class="hint">{TEXT.routesDetail}</p>
    <ol class="form-parts">
      <Parts parts={routes} kind={ACT.route} />
      <li>
        <Part part={fallback} />
      </li>
    </ol>
    {fields.length === 0 ? (
      <p class="hint">{TEXT.needsQuestion}</p>
    ) : (
      <div class="actions">
        <ButtonLink look="plain" to={to.newRoute}>
          {TEXT.newRoute}
        </ButtonLink>
      </div>
    )}
  </Card>
);

const Ending = ({ form }: FormPageProps): VNode => (
  <div class="card danger-zone">
    <h2>{TEXT.danger}</h2>
    <div class="consequence">
      <p>{form.disabled ? TEXT.switchOnDetail : TEXT.switchOffDetail}</p>
      <Button look="plain" name={ACT.name} value={form.disabled ? ACT.on : ACT.off}>
        {form.disabled ? TEXT.switchOn : TEXT.switchOff}
      </Button>
    </div>
    <p>{TEXT.removal(form.responses)}</p>
    <div class="consequence">
      <label class="box">
        <input type="checkbox" name={SURE.name} value={SURE.value} />
        <span>{TEXT.sure}</span>
      </label>
      <Button look="danger" name={ACT.name} value={ACT.remove}>
        {TEXT.remove}
      </Button>
    </div>
  </div>
);

export const FormPage = (props: FormPageProps): VNode => (
  <Layout title={props.form.name} width="wide" user={props.user} crumbs={props.crumbs}>
    <h1>
      <bdi>{props.form.name}</bdi>
    </h1>
    {props.done && <Notice kind="good" title={props.done} />}
    {props.refusal && <Notice kind="danger" title={props.refusal} />}
    <Facts {...props} />
    <Form action={props.action} csrf={props.csrf}>
      <input type="hidden" name="version" value={props.version} />
      <Questions {...props} />
      <Routes {...props} />
      <Ending {...props} />
    </Form>
  </Layout>
);
