/* One schedule: the next days, its form, dates that differ, the default, and its deletion. Data: web/availability. */
import type { VNode } from 'preact';
import type { FormPageProps } from '../layout.js';
import { AccountPage } from '../parts/account-page.js';
import { Card, DangerCard } from '../parts/card.js';
import { DefinitionList } from '../parts/definition-list.js';
import { ButtonForm, LinkAction } from '../parts/forms/actions.js';
import { Button } from '../parts/forms/button.js';
import { Form } from '../parts/forms/form.js';
import { Link } from '../parts/link.js';
import { Notice } from '../parts/notice.js';
import { SCHEDULE_TEXT as TEXT } from './messages.js';
import { ScheduleForm, type ScheduleFormProps } from './schedule-form.js';

export interface DateView {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly label: string;
  readonly hours: string;
  /** The form to change it. */
  readonly to: string;
}

interface DatesProps {
  readonly csrf: string;
  readonly upcoming: readonly DateView[];
  readonly past: readonly DateView[];
  /** The form to add one, and the target of the form that removes one. */
  readonly addTo: string;
  readonly removal: string;
}

export interface ScheduleProps extends FormPageProps {
  /** Of the stored schedule; absent for a new one. */
  readonly stored?:
    | {
        readonly name: string;
        readonly timeZone: string;
        readonly isDefault: boolean;
        readonly isLast: boolean;
        readonly ahead: readonly { readonly label: string; readonly hours: string }[];
        readonly dates: DatesProps;
        readonly makeDefault: string;
        readonly removal: string;
      }
    | undefined;
  readonly form: ScheduleFormProps;
  readonly done?: string | undefined;
  /** What a button of the form did; nothing is saved yet. */
  readonly notice?: string | undefined;
}

type Stored = NonNullable<ScheduleProps['stored']>;

const Ahead = ({ ahead, timeZone }: Stored): VNode => (
  <Card>
    <h2>{TEXT.ahead}</h2>
    <div class="ahead">
      <DefinitionList of={ahead.map(({ label, hours }) => ({ term: label, value: hours }))} />
    </div>
    <p class="hint">{TEXT.aheadDetail(timeZone)}</p>
  </Card>
);

const DateRow = ({ date, label, hours, to }: DateView): VNode => (
  <li>
    <span>
      <Link to={to}>{label}</Link>
      <span class="hint block">{hours}</span>
    </span>
    <Button look="plain" name="date" value={date} label={`${TEXT.removeDate} ${label}`}>
      {TEXT.removeDate}
    </Button>
  </li>
);

const DateRows = ({ of }: { of: readonly DateView[] }): VNode => (
  <ul class="rows">
    {of.map((view) => (
      <DateRow key={view.date} {...view} />
    ))}
  </ul>
);

const Dates = ({ csrf, upcoming, past, addTo, removal }: DatesProps): VNode => (
  <Card>
    <h2>{TEXT.dates}</h2>
    <p class="hint">{TEXT.datesDetail}</p>
    {upcoming.length === 0 && <p>{TEXT.noDates}</p>}
    {upcoming.length + past.length > 0 && (
      <Form action={removal} csrf={csrf}>
        {upcoming.length > 0 && <DateRows of={upcoming} />}
        {past.length > 0 && (
          <details class="folded">
            <summary>{TEXT.pastDates(String(past.length))}</summary>
            <DateRows of={past} />
          </details>
        )}
      </Form>
    )}
    <LinkAction look="plain" to={addTo} text={TEXT.addDate} />
  </Card>
);

const Default = ({ csrf, isDefault, makeDefault }: Stored & { csrf: string }): VNode => (
  <Card>
    <h2>{TEXT.isDefault}</h2>
    <p>{isDefault ? TEXT.defaultDetail : TEXT.notDefaultDetail}</p>
    {!isDefault && <ButtonForm action={makeDefault} csrf={csrf} look="plain" text={TEXT.useAsDefault} />}
  </Card>
);

const Removal = ({ csrf, isLast, removal }: Stored & { csrf: string }): VNode =>
  isLast ? (
    <Card>
      <h2>{TEXT.danger}</h2>
      <p>{TEXT.last}</p>
    </Card>
  ) : (
    <DangerCard title={TEXT.danger} detail={TEXT.removal}>
      <ButtonForm action={removal} csrf={csrf} look="danger" text={TEXT.remove} />
    </DangerCard>
  );

export const SchedulePage = ({ stored, form, notice, csrf, ...props }: ScheduleProps): VNode => (
  <AccountPage
    {...props}
    title={stored?.name ?? TEXT.create}
    heading={<bdi>{stored?.name ?? TEXT.create}</bdi>}
    faults={form.faults}
  >
    {notice && <Notice kind="info" title={notice} />}
    {stored && <Ahead {...stored} />}
    <ScheduleForm {...form} />
    {stored && <Dates {...stored.dates} />}
    {stored && <Default {...stored} csrf={csrf} />}
    {stored && <Removal {...stored} csrf={csrf} />}
  </AccountPage>
);
