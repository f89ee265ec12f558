/* All out-of-office times of a user, and the form for one of them. Data: web/availability. */
import type { VNode } from 'preact';
import type { FormPageProps } from '../layout.js';
import type { PageUser } from '../parts/account-menu.js';
import { AccountPage } from '../parts/account-page.js';
import { Card, DangerCard, EmptyCard } from '../parts/card.js';
import { ButtonForm, LinkAction, Submit } from '../parts/forms/actions.js';
import type { FaultsById } from '../parts/forms/error-summary.js';
import { Field, SelectField, TextArea } from '../parts/forms/field.js';
import { Form } from '../parts/forms/form.js';
import { Pages } from '../parts/pages.js';
import { Absences, type ListedAbsence } from './availability.js';
import { ABSENCE_TEXT as TEXT, AVAILABILITY_TEXT } from './messages.js';

export interface AbsencesProps {
  readonly user: PageUser;
  readonly absences: readonly ListedAbsence[];
  readonly newTo: string;
  readonly first?: string | undefined;
  readonly next?: string | undefined;
}

export const AbsencesPage = ({ user, absences, newTo, first, next }: AbsencesProps): VNode => (
  <AccountPage title={AVAILABILITY_TEXT.allAway} user={user} crumbs={[]}>
    {absences.length === 0 ? (
      <EmptyCard title={AVAILABILITY_TEXT.none} detail={AVAILABILITY_TEXT.noneAwayDetail} />
    ) : (
      <Absences absences={absences} />
    )}
    <Pages first={first} next={next} labels={AVAILABILITY_TEXT.pages} />
    <LinkAction look="primary" to={newTo} text={AVAILABILITY_TEXT.addAway} />
  </AccountPage>
);

export interface AbsenceValues {
  readonly start: string;
  readonly end: string;
  readonly reason: string;
  readonly notes: string;
  /** E-mail address. */
  readonly standIn: string;
}

export interface AbsenceProps extends FormPageProps {
  readonly action: string;
  readonly backTo: string;
  readonly values: AbsenceValues;
  readonly faults: FaultsById;
  readonly refusal?: string | undefined;
  readonly timeZone: string;
  /** In words, if it is not whole days. */
  readonly times?: string | undefined;
  readonly colleagues: readonly { readonly name: string; readonly email: string }[];
  /** Target of the form that deletes it; absent for a new one. */
  readonly removal?: string | undefined;
}

const COLLEAGUES = 'colleagues';

const REASONS = Object.entries(TEXT.reasons).map(([value, label]) => ({ value, label }));

const StandIn = ({ values, faults, colleagues }: AbsenceProps): VNode => (
  <>
    <Field
      name="standIn"
      type="email"
      label={TEXT.standIn}
      hint={TEXT.standInHint}
      value={values.standIn}
      fault={faults['standIn']}
      list={COLLEAGUES}
      optional
    />
    <datalist id={COLLEAGUES}>
      {colleagues.map(({ name, email }) => (
        <option key={email} value={email}>
          {name}
        </option>
      ))}
    </datalist>
  </>
);

const Fields = (props: AbsenceProps): VNode => {
  const { values, faults, timeZone, times } = props;
  const hint = [TEXT.startHint(timeZone), ...(times ? [TEXT.partHint(times)] : [])].join(' ');
  const [start, end] = [faults['start'], faults['end']];
  return (
    <>
      <Field name="start" type="date" label={TEXT.start} hint={hint} value={values.start} fault={start} />
      <Field name="end" type="date" label={TEXT.end} value={values.end} fault={end} />
      <SelectField
        name="reason"
        label={TEXT.reason}
        choices={REASONS}
        chosen={values.reason}
        fault={faults['reason']}
      />
      <TextArea
        name="notes"
        label={TEXT.notes}
        hint={TEXT.notesHint}
        value={values.notes}
        fault={faults['notes']}
        rows={3}
        optional
      />
      {(props.colleagues.length > 0 || values.standIn !== '') && <StandIn {...props} />}
    </>
  );
};

export const AbsencePage = (props: AbsenceProps): VNode => (
  <AccountPage
    title={props.removal === undefined ? TEXT.create : TEXT.edit}
    user={props.user}
    crumbs={props.crumbs}
    refusal={props.refusal}
    faults={props.faults}
  >
    <Card>
      <Form action={props.action} csrf={props.csrf}>
        <Fields {...props} />
        <Submit look="primary" text={TEXT.save} cancelTo={props.backTo} />
      </Form>
    </Card>
    {props.removal && (
      <DangerCard title={TEXT.danger} detail={TEXT.dangerDetail}>
        <ButtonForm action={props.removal} csrf={props.csrf} look="danger" text={TEXT.remove} />
      </DangerCard>
    )}
  </AccountPage>
);
