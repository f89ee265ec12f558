/* Which applications an organization admits, and its list of them. */
import type { VNode } from 'preact';
import { RadioField } from '../developer/radio-field.js';
import { Submit } from '../parts/forms/actions.js';
import { Button } from '../parts/forms/button.js';
import { Card } from '../parts/card.js';
import { Field } from '../parts/forms/field.js';
import { Form } from '../parts/forms/form.js';
import { Identifier } from '../parts/text/identifier.js';

export interface ListedView {
  readonly clientId: string;
  readonly name: string;
}

export interface AdmissionProps {
  readonly policy: 'every' | 'listed';
  readonly listed: readonly ListedView[];
  readonly csrf: string;
  /** Address of the page; what is posted goes below it. */
  readonly action: string;
  /** The client id that was typed, and what is wrong with it. */
  readonly typed?: string | undefined;
  readonly fault?: string | undefined;
  /** Of a policy that was not offered. */
  readonly policyFault?: string | undefined;
}

/** Fields of the forms. */
export const POLICY = 'policy';
export const CLIENT_ID = 'client_id';

const TEXT = {
  policy: 'Allowed applications',
  save: 'Save',
  list: 'The list',
  listLead: 'Applies when only listed applications are allowed. You can fill it in advance.',
  add: 'Add to the list',
  clientId: 'Client ID',
  hint: 'Ask the developer of the application for it.',
  remove: (name: string) => `Remove ${name} from the list`,
} as const;

const OPTIONS = [
  {
    value: 'every',
    label: 'Every approved application',
    hint: 'Each member decides what to allow, within their own permissions.',
  },
  {
    value: 'listed',
    label: 'Only listed applications',
    hint: 'No other application is offered the organization and its teams, and those in use lose access to them within a second. Their access to people’s own data stays.',
  },
] as const;

const Policy = ({ policy, policyFault, csrf, action }: AdmissionProps): VNode => (
  <Form action={`${action}/policy`} csrf={csrf}>
    <RadioField
      name={POLICY}
      legend={TEXT.policy}
      options={OPTIONS}
      chosen={policy}
      fault={policyFault === undefined ? undefined : [policyFault]}
    />
    <Submit look="primary" text={TEXT.save} />
  </Form>
);

const Listed = ({ listed, csrf, action }: AdmissionProps): VNode => (
  <ul class="rows">
    {listed.map(({ clientId, name }) => (
      <li key={clientId}>
        <p>
          <bdi class="strong">{name}</bdi> <Identifier value={clientId} />
        </p>
        <Form action={`${action}/dismissals`} csrf={csrf}>
          <Button look="plain" name={CLIENT_ID} value={clientId}>
            {TEXT.remove(name)}
          </Button>
        </Form>
      </li>
    ))}
  </ul>
);

export const Admission = (props: AdmissionProps): VNode => (
  <>
    <Card>
      <Policy {...props} />
    </Card>
    <Card>
      <h2>{TEXT.list}</h2>
      <p class="hint">{TEXT.listLead}</p>
      {props.listed.length > 0 && <Listed {...props} />}
      <Form action={`${props.action}/admissions`} csrf={props.csrf}>
        <Field
          name={CLIENT_ID}
          label={TEXT.clientId}
          hint={TEXT.hint}
          value={props.typed}
          fault={props.fault}
        />
        <Submit look="plain" text={TEXT.add} />
      </Form>
    </Card>
  </>
);
