/* The schedules of a user, and when they are away. Data: web/availability. */
import type { VNode } from 'preact';
import type { PageUser } from '../parts/account-menu.js';
import { AccountPage } from '../parts/account-page.js';
import { Badge } from '../parts/badge.js';
import { Card, EmptyCard } from '../parts/card.js';
import { ButtonLink } from '../parts/forms/button.js';
import { Link } from '../parts/link.js';
import { Pages } from '../parts/pages.js';
import { AVAILABILITY_TEXT as TEXT } from './messages.js';

export interface ListedSchedule {
  readonly name: string;
  readonly to: string;
  readonly isDefault: boolean;
  readonly timeZone: string;
  /** A line for days with the same hours. */
  readonly hours: readonly string[];
}

export interface ListedAbsence {
  readonly to: string;
  readonly times: string;
  readonly reason: string;
  readonly notes: string | undefined;
  /** `Grace takes over`. */
  readonly standIn: string | undefined;
}

interface PagePaths {
  readonly first?: string | undefined;
  readonly next?: string | undefined;
}

export interface AvailabilityProps {
  readonly user: PageUser;
  readonly schedules: readonly ListedSchedule[];
  readonly absences: readonly ListedAbsence[];
  readonly pages: PagePaths;
  readonly to: Readonly<Record<'newSchedule' | 'newAbsence' | 'absences', string>>;
  readonly done?: string | undefined;
}

const Schedule = ({ name, to, isDefault, timeZone, hours }: ListedSchedule): VNode => (
  <li>
    <Link to={to}>
      <bdi>{name}</bdi>
    </Link>
    {isDefault && <Badge kind="good" text={TEXT.isDefault} />}
    <p class="hint">
      {(hours.length === 0 ? [TEXT.noHours] : hours).map((line) => (
        <span key={line} class="block ink">
          {line}
        </span>
      ))}
      {timeZone}
    </p>
  </li>
);

const Absence = ({ to, times, reason, notes, standIn }: ListedAbsence): VNode => (
  <li>
    <Link to={to}>{times}</Link>
    <p class="hint">
      {standIn === undefined ? reason : <bdi>{`${reason} · ${standIn}`}</bdi>}
      {notes && <bdi class="block preline">{notes}</bdi>}
    </p>
  </li>
);

export const Absences = ({ absences }: { absences: readonly ListedAbsence[] }): VNode => (
  <Card>
    <ul class="rows">
      {absences.map((absence) => (
        <Absence key={absence.to} {...absence} />
      ))}
    </ul>
  </Card>
);

export const AvailabilityPage = (props: AvailabilityProps): VNode => (
  <AccountPage title={TEXT.title} user={props.user} done={props.done}>
    <h2>{TEXT.schedules}</h2>
    <p class="hint">{TEXT.schedulesDetail}</p>
    <Card>
      <ul class="rows">
        {props.schedules.map((schedule) => (
          <Schedule key={schedule.to} {...schedule} />
        ))}
      </ul>
    </Card>
    <Pages {...props.pages} labels={TEXT.pages} />
    <p class="actions">
      <ButtonLink look="primary" to={props.to.newSchedule}>
        {TEXT.add}
      </ButtonLink>
    </p>
    <h2>{TEXT.away}</h2>
    <p class="hint">{TEXT.awayDetail}</p>
    {props.absences.length === 0 ? (
      <EmptyCard title={TEXT.noneAway} detail={TEXT.noneAwayDetail} level="h3" />
    ) : (
      <Absences absences={props.absences} />
    )}
    <p class="actions">
      <ButtonLink look="plain" to={props.to.newAbsence}>
        {TEXT.addAway}
      </ButtonLink>
      <ButtonLink look="plain" to={props.to.absences}>
        {TEXT.allAway}
      </ButtonLink>
    </p>
  </AccountPage>
);
