/* The form that creates or edits an event type, in sections that fold. Data: web/event-types. */
import type { ComponentChildren, VNode } from 'preact';
import { Card } from '../parts/card.js';
import { Submit } from '../parts/forms/actions.js';
import { DefaultButton } from '../parts/forms/default-button.js';
import { Form } from '../parts/forms/form.js';
import { AccountPage } from '../parts/account-page.js';
import { Basics, Bookings, Groups, Limits, Locations, Schedule, Times } from './form-fields.js';
import { Assignment, HOSTS_TEXT } from './hosts.js';
import { FORM_TEXT as TEXT } from './form-texts.js';
import { type EventTypeFormProps, SECTION_FIELDS, type SectionName } from './form-values.js';

interface SectionProps {
  readonly of: EventTypeFormProps;
  readonly name: SectionName;
  readonly title: string;
  readonly detail?: string;
  readonly open?: boolean;
  readonly children: ComponentChildren;
}

/** A section with a fault is open. */
const Section = ({ of, name, title, detail, open, children }: SectionProps): VNode => {
  const isFaulty = Object.keys(of.faults).some((id) =>
    SECTION_FIELDS[name].includes(id.replace(/-\d+$/, '')),
  );
  return (
    <details class="card section" open={open === true || isFaulty || of.openSection === name}>
      <summary>
        <h2>{title}</h2>
        {detail && <p class="hint">{detail}</p>}
      </summary>
      <div class="sections">{children}</div>
    </details>
  );
};

const OwnSections = ({ of }: { of: EventTypeFormProps }): VNode => (
  <>
    <Section of={of} name="basics" title={TEXT.basics} open>
      <Basics of={of} />
    </Section>
    <Section of={of} name="locations" title={TEXT.locations} detail={TEXT.locationsDetail}>
      <Locations of={of} />
    </Section>
    <Section of={of} name="times" title={TEXT.times} detail={TEXT.timesDetail}>
      <Schedule of={of} />
      <Times of={of} />
    </Section>
    <Section of={of} name="limits" title={TEXT.limits} detail={TEXT.limitsDetail}>
      <Limits of={of} />
    </Section>
    <Section of={of} name="bookings" title={TEXT.bookings} detail={TEXT.bookingsDetail}>
      <Bookings of={of} />
    </Section>
    <Section of={of} name="groups" title={TEXT.groups} detail={TEXT.groupsDetail}>
      <Groups of={of} />
    </Section>
  </>
);

/** What a member may choose of an event type that a team manages. */
const ManagedSections = ({ of }: { of: EventTypeFormProps }): VNode => (
  <>
    <Section of={of} name="locations" title={TEXT.locations} detail={TEXT.locationsDetail} open>
      <Locations of={of} />
    </Section>
    <Section of={of} name="times" title={TEXT.times} open>
      <Schedule of={of} />
    </Section>
  </>
);

interface FormProps {
  readonly of: EventTypeFormProps;
  readonly managed: boolean;
  readonly version?: string;
  readonly save: string;
}

export const EventTypeForm = ({ of, managed, version, save }: FormProps): VNode => (
  <Form action={of.action} csrf={of.csrf}>
    {version !== undefined && <input type="hidden" name="version" value={version} />}
    <DefaultButton />
    {of.assignment && (
      <Card>
        <h2>{HOSTS_TEXT.title}</h2>
        <Assignment
          values={of.assignment}
          kinds={['roundRobin', 'collective', 'managed']}
          faults={of.faults}
        />
      </Card>
    )}
    {managed ? <ManagedSections of={of} /> : <OwnSections of={of} />}
    <div class="save-bar">
      <Submit look="primary" text={save} cancelTo={of.backTo} />
    </div>
  </Form>
);

export const NewEventTypePage = (props: EventTypeFormProps): VNode => (
  <AccountPage {...props} title={TEXT.create}>
    <EventTypeForm of={props} managed={false} save={TEXT.createButton} />
  </AccountPage>
);
