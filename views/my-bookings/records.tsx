/* Other dates of a recurrence, links to calendars, and what other systems keep of a booking. */
import type { VNode } from 'preact';
import { When } from '../bookings/facts.js';
import { Card } from '../parts/card.js';
import { DefinitionList } from '../parts/definition-list.js';
import { Link } from '../parts/link.js';
import { Identifier } from '../parts/text/identifier.js';
import type { BookingPageView } from './booking-view.js';

const TEXT = {
  series: 'Other dates of this recurrence',
  calendar: 'Add to a calendar',
  file: 'Calendar file (ICS)',
  references: 'In other systems',
} as const;

export const Series = ({
  related: { series },
  timeZone,
}: Pick<BookingPageView, 'related' | 'timeZone'>): VNode | null =>
  series.length === 0 ? null : (
    <Card>
      <h2>{TEXT.series}</h2>
      <ul class="plain-list booking-links">
        {series.map((date) => (
          <li key={date.to}>
            <Link to={date.to}>
              <When {...date} timeZone={timeZone} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );

export const CalendarLinks = (props: {
  calendars: readonly { readonly label: string; readonly link: string }[];
  fileTo: string;
}): VNode => (
  <Card>
    <h2>{TEXT.calendar}</h2>
    <ul class="filters">
      {props.calendars.map(({ label, link }) => (
        <li key={label}>
          <Link to={link} newTab>
            {label}
          </Link>
        </li>
      ))}
      <li>
        <Link to={props.fileTo}>{TEXT.file}</Link>
      </li>
    </ul>
  </Card>
);

export const References = ({ references }: Pick<BookingPageView, 'references'>): VNode | null =>
  references.length === 0 ? null : (
    <Card>
      <h2>{TEXT.references}</h2>
      <DefinitionList
        of={references.map(({ type, id }) => ({ term: type, value: <Identifier value={id} /> }))}
      />
    </Card>
  );
