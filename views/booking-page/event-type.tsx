/* The page of an event type while a day and a time are chosen. */
import type { ComponentChildren, VNode } from 'preact';
import { assetUrl } from '../asset-files.js';
import { Layout, type PublicFacts } from '../layout.js';
import type { PageUser } from '../parts/account-menu.js';
import { Notice } from '../parts/notice.js';
import { Calendar, type CalendarView, type DayView, Times } from './calendar.js';
import { Facts, type FactsView } from './facts.js';
import { ZonePicker, type ZoneView } from './zone-picker.js';

interface EventTypeFrame {
  readonly facts: FactsView;
  readonly user?: PageUser | undefined;
  readonly publicFacts?: PublicFacts | undefined;
  readonly children: ComponentChildren;
  readonly step?: string | undefined;
}

/** The facts beside the step that is done now. */
export const EventTypeLayout = ({ facts, user, publicFacts, step, children }: EventTypeFrame): VNode => {
  const title = `${facts.title} · ${facts.owner.name}`;
  return (
    <Layout
      title={step === undefined ? title : `${step} · ${title}`}
      width="page"
      user={user}
      publicFacts={publicFacts}
    >
      <article class="card booking-page">
        <Facts {...facts} />
        {children}
      </article>
    </Layout>
  );
};

export interface EventTypePageProps extends Omit<EventTypeFrame, 'children' | 'step'> {
  readonly calendar: CalendarView;
  readonly day?: DayView | undefined;
  readonly zone: ZoneView;
  /** Why the time that was asked for is not to be had. */
  readonly refusal?: string | undefined;
}

export const EventTypePage = ({ calendar, day, zone, refusal, ...frame }: EventTypePageProps): VNode => (
  <EventTypeLayout {...frame} step={day?.label}>
    <div class="booking-choice">
      {refusal && <Notice kind="warning" title={refusal} />}
      <div class={day ? 'booking-days with-times' : 'booking-days'}>
        <Calendar {...calendar} />
        {day && <Times {...day} />}
      </div>
      <ZonePicker {...zone} />
    </div>
    {zone.guess && <script type="module" src={assetUrl('time-zone.js')} />}
  </EventTypeLayout>
);
