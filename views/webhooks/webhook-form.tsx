/* The form of a webhook. Data: web/webhooks. */
import type { VNode } from 'preact';
import type { FormPageProps } from '../layout.js';
import { AccountPage } from '../parts/account-page.js';
import { Card } from '../parts/card.js';
import { Submit } from '../parts/forms/actions.js';
import type { FaultsById } from '../parts/forms/error-summary.js';
import { type Choice, Faults, Field, fieldClass, Hint, SelectField, TextArea } from '../parts/forms/field.js';
import { Form } from '../parts/forms/form.js';
import { Identifier } from '../parts/text/identifier.js';
import { WEBHOOK_FORM_TEXT as TEXT } from './messages.js';

export interface TriggerChoice {
  readonly value: string;
  readonly detail: string;
}

export interface WebhookValues {
  readonly url: string;
  readonly owner: string;
  readonly triggers: readonly string[];
  readonly template: string;
}

export interface WebhookFormProps extends FormPageProps {
  readonly action: string;
  readonly backTo: string;
  readonly values: WebhookValues;
  readonly faults: FaultsById;
  readonly refusal?: string | undefined;
  /** Of a new one; absent for one that is edited. */
  readonly owners?: readonly Choice[] | undefined;
  readonly triggers: readonly TriggerChoice[];
  readonly version: string;
}

const TRIGGERS = 'triggers';

const Triggers = ({ triggers, values, faults }: WebhookFormProps): VNode => {
  const labels = { name: TRIGGERS, label: TEXT.triggers, hint: TEXT.triggersHint, fault: faults[TRIGGERS] };
  return (
    <fieldset class={fieldClass(labels)} id={TRIGGERS} tabIndex={-1}>
      <legend>{TEXT.triggers}</legend>
      <Hint {...labels} />
      <Faults {...labels} />
      {triggers.map(({ value, detail }) => (
        <label class="box" key={value}>
          <input type="checkbox" name={TRIGGERS} value={value} checked={values.triggers.includes(value)} />
          <span>
            <Identifier value={value} />
            <span class="hint block">{detail}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
};

export const WebhookFormPage = (props: WebhookFormProps): VNode => {
  const { values, faults, owners } = props;
  const title = owners === undefined ? TEXT.edit : TEXT.create;
  return (
    <AccountPage {...props} title={title}>
      <Card>
        <Form action={props.action} csrf={props.csrf}>
          <Field
            name="url"
            type="address"
            label={TEXT.url}
            hint={TEXT.urlHint}
            value={values.url}
            fault={faults['url']}
          />
          {owners && (
            <SelectField
              name="owner"
              label={TEXT.owner}
              hint={TEXT.ownerHint}
              choices={owners}
              chosen={values.owner}
              fault={faults['owner']}
            />
          )}
          <Triggers {...props} />
          <TextArea
            name="template"
            label={TEXT.template}
            hint={`${TEXT.templateHint} ${TEXT.version(props.version)}`}
            value={values.template}
            fault={faults['template']}
            rows={5}
            mono
            optional
          />
          {owners && <p class="hint">{TEXT.secretFollows}</p>}
          <Submit look="primary" text={owners ? TEXT.add : TEXT.save} cancelTo={props.backTo} />
        </Form>
      </Card>
    </AccountPage>
  );
};
