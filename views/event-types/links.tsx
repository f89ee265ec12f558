/* The private links of an event type. Data: web/event-types. */
import type { VNode } from 'preact';
import { RadioField } from '../developer/radio-field.js';
import { AccountPage } from '../parts/account-page.js';
import { Badge } from '../parts/badge.js';
import { Submit } from '../parts/forms/actions.js';
import { Card, EmptyCard } from '../parts/card.js';
import type { FaultsById } from '../parts/forms/error-summary.js';
import { Field } from '../parts/forms/field.js';
import { Form } from '../parts/forms/form.js';
import { counted } from '../parts/text/counted.js';
import { Copyable, CopyScript } from '../parts/text/copyable.js';
import { Time } from '../parts/text/time.js';
import type { FormPageProps } from '../layout.js';
import { isolated } from '../parts/text/isolated.js';

export interface LinkView {
  readonly id: string;
  readonly url: string;
  readonly isExpired: boolean;
  readonly expiresAt?: Date | undefined;
  readonly uses?: { readonly count: number; readonly most: number } | undefined;
}

export interface LinkValues {
  readonly limit: string;
  readonly uses: string;
  readonly until: string;
}

export interface LinksProps extends FormPageProps {
  readonly links: readonly LinkView[];
  readonly action: string;
  readonly removal: string;
  readonly values: LinkValues;
  readonly faults: FaultsById;
  readonly timeZone: string;
  readonly now: Date;
  readonly done?: string | undefined;
  readonly refusal?: string | undefined;
}

/** Hidden field of the form that deletes a link. */
export const LINK = 'link';

export const LINKS_TEXT = {
  title: 'Private links',
  lead: 'For the people you send them to: each books this event type a limited time, also while it is hidden.',
  none: 'There is no private link yet',
  noneDetail: 'Create one below and send it to somebody.',
  expired: 'Expired',
  used: (count: number, most: number) => `${count} of ${counted(most, 'booking')} made`,
  expires: 'Expires',
  ended: 'Expired',
  remove: 'Delete',
  removeLink: (position: number) => `private link ${position}`,
  create: 'Create a private link',
  limit: 'How long it works',
  uses: 'Number of bookings',
  until: 'Last day',
  untilHint: (timeZone: string) => `Until the end of that day in ${timeZone}.`,
  created: (title: string) =>
    `The private link to ${isolated(title)} is created. It is the last in the list.`,
  removed: (title: string) => `The private link to ${isolated(title)} is deleted.`,
} as const;
const TEXT = LINKS_TEXT;

const LIMITS = [
  { value: 'once', label: 'One booking', hint: 'It stops working once somebody has booked with it.' },
  { value: 'uses', label: 'A number of bookings', hint: 'Several people, or one person several times.' },
  { value: 'until', label: 'Until a day', hint: 'Any number of bookings until then.' },
];

const Removal = ({ link, at, props }: { link: LinkView; at: number; props: LinksProps }): VNode => (
  <Form action={props.removal} csrf={props.csrf}>
    <input type="hidden" name={LINK} value={link.id} />
    <Submit look="danger" label={`${TEXT.remove}: ${TEXT.removeLink(at + 1)}`} text={TEXT.remove} />
  </Form>
);

const Row = ({ link, at, props }: { link: LinkView; at: number; props: LinksProps }): VNode => (
  <li>
    <Copyable value={link.url} noun="link" />
    <p class="hint">
      {link.uses && TEXT.used(link.uses.count, link.uses.most)}
      {link.uses && link.expiresAt && ' · '}
      {link.expiresAt && (
        <>
          {link.isExpired ? TEXT.ended : TEXT.expires} <Time at={link.expiresAt} now={props.now} />
        </>
      )}
    </p>
    {link.isExpired && (
      <p>
        <Badge kind="warning" text={TEXT.expired} />
      </p>
    )}
    <Removal link={link} at={at} props={props} />
  </li>
);

const NewLink = ({ action, csrf, values, faults, timeZone }: LinksProps): VNode => (
  <Card>
    <h2>{TEXT.create}</h2>
    <Form action={action} csrf={csrf}>
      <RadioField
        name="limit"
        legend={TEXT.limit}
        options={LIMITS}
        chosen={values.limit}
        fault={faults['limit']}
      />
      <div class="field-row">
        <Field
          name="uses"
          label={TEXT.uses}
          type="number"
          value={values.uses}
          fault={faults['uses']}
          optional
        />
        <Field
          name="until"
          label={TEXT.until}
          hint={TEXT.untilHint(timeZone)}
          type="date"
          value={values.until}
          fault={faults['until']}
          optional
        />
      </div>
      <Submit look="primary" text={TEXT.create} />
    </Form>
  </Card>
);

export const LinksPage = (props: LinksProps): VNode => (
  <AccountPage {...props} title={TEXT.title}>
    <p class="lead">{TEXT.lead}</p>
    {props.links.length === 0 ? (
      <EmptyCard title={TEXT.none} detail={TEXT.noneDetail} />
    ) : (
      <Card>
        <ul class="form-parts">
          {props.links.map((link, at) => (
            <Row key={link.id} link={link} at={at} props={props} />
          ))}
        </ul>
      </Card>
    )}
    <NewLink {...props} />
    <CopyScript />
  </AccountPage>
);
