/* The audit log for administrators. */
import type { VNode } from 'preact';
import { AuditEntryRow, type EntryView } from './entry.js';
import type { PageUser } from '../parts/account-menu.js';
import { AccountPage } from '../parts/account-page.js';
import { Button, ButtonLink } from '../parts/forms/button.js';
import { Card, EmptyCard } from '../parts/card.js';
import { Field } from '../parts/forms/field.js';
import { Link } from '../parts/link.js';
import { Notice } from '../parts/notice.js';
import { Pages } from '../parts/pages.js';

type FilterName = 'actor' | 'action' | 'subject' | 'network' | 'since' | 'until';

export interface AuditPageProps {
  readonly user: PageUser;
  readonly path: string;
  readonly typed: Readonly<Record<FilterName, string>>;
  readonly faults: Readonly<Partial<Record<FilterName, string>>>;
  /** All actions, to choose from. */
  readonly actions: readonly string[];
  readonly entries: readonly EntryView[];
  readonly now: Date;
  /** Paths of other pages; absent where there are none. */
  readonly newest?: string | undefined;
  readonly older?: string | undefined;
  readonly download: string;
}

export const AUDIT_TEXT = {
  title: 'Audit log',
  detail: 'See who changed what, and from where.',
} as const;

const TEXT = {
  lead: 'Every change to an account, client, secret or grant, newest first. Entries are added, never changed.',
  filter: 'Filter',
  faulty: 'The filter is not valid',
  show: 'Show entries',
  clear: 'Clear the filter',
  download: 'Download as JSON lines',
  pages: { first: 'Back to the newest', next: 'Older entries' },
  none: 'No entries yet',
  noneDetail: 'Entries appear here after the first change.',
  noneFiltered: 'No entry matches this filter',
  noneFilteredDetail: 'Check the spelling, leave a field empty, or choose a longer period.',
} as const;

const ACTIONS_LIST = 'known-actions';

const FIELDS: Readonly<Record<FilterName, { readonly label: string; readonly hint: string }>> = {
  actor: { label: 'Actor', hint: 'An e-mail address, “system” or “cli”.' },
  subject: { label: 'Subject', hint: 'A client ID or an e-mail address.' },
  action: { label: 'Action', hint: 'Such as “client.approved”.' },
  network: { label: 'Client IP', hint: 'In full, such as 192.0.2.7.' },
  since: { label: 'First day', hint: 'UTC' },
  until: { label: 'Last day', hint: 'UTC' },
};

/** A date field can only hold a day; a time, or text that is no date, keeps its text field. */
const typeOf = (name: FilterName, typed: string): 'text' | 'date' =>
  (name === 'since' || name === 'until') && /^(?:\d{4}-\d\d-\d\d)?$/.test(typed) ? 'date' : 'text';

const FilterField = ({
  name,
  typed,
  faults,
}: Pick<AuditPageProps, 'typed' | 'faults'> & { name: FilterName }): VNode => (
  <Field
    name={name}
    {...FIELDS[name]}
    type={typeOf(name, typed[name])}
    value={typed[name]}
    fault={faults[name]}
    list={name === 'action' ? ACTIONS_LIST : undefined}
    optional
  />
);

const isFiltered = ({ typed }: Pick<AuditPageProps, 'typed'>): boolean =>
  Object.values(typed).some((text) => text !== '');

/** The summary names the active filter; it is open when no entry matches. */
const Filter = (props: AuditPageProps): VNode => (
  <details class="filter" open={isFiltered(props) && props.entries.length === 0}>
    <summary>
      <span>
        {TEXT.filter}
        {isFiltered(props) && `: ${Object.values(props.typed).filter(Boolean).join(', ')}`}
      </span>
    </summary>
    <form class="form" method="get" action={props.path}>
      <div class="filter-fields">
        {(['actor', 'subject', 'action', 'network', 'since', 'until'] as const).map((name) => (
          <FilterField key={name} name={name} {...props} />
        ))}
      </div>
      <datalist id={ACTIONS_LIST}>
        {props.actions.map((action) => (
          <option key={action} value={action} />
        ))}
      </datalist>
      <div class="actions">
        <Button look="primary">{TEXT.show}</Button>
        {isFiltered(props) && (
          <ButtonLink look="plain" to={props.path}>
            {TEXT.clear}
          </ButtonLink>
        )}
      </div>
    </form>
  </details>
);

const NoEntries = (props: AuditPageProps): VNode =>
  isFiltered(props) ? (
    <EmptyCard title={TEXT.noneFiltered} detail={TEXT.noneFilteredDetail} />
  ) : (
    <EmptyCard title={TEXT.none} detail={TEXT.noneDetail} />
  );

const Entries = ({ entries, now, path }: AuditPageProps): VNode => (
  <Card>
    <ul class="entries">
      {entries.map((entry) => (
        <AuditEntryRow key={entry.id} {...{ entry, now, path }} open={entries.length === 1} />
      ))}
    </ul>
  </Card>
);

const Results = (props: AuditPageProps): VNode => (
  <>
    {props.entries.length === 0 ? <NoEntries {...props} /> : <Entries {...props} />}
    <Pages first={props.newest} next={props.older} labels={TEXT.pages} />
    {props.entries.length > 0 && (
      <p>
        <Link to={props.download}>{TEXT.download}</Link>
      </p>
    )}
  </>
);

export const AuditPage = (props: AuditPageProps): VNode => (
  <AccountPage title={AUDIT_TEXT.title} user={props.user}>
    <p class="lead">{TEXT.lead}</p>
    {Object.keys(props.faults).length > 0 && <Notice kind="danger" title={TEXT.faulty} />}
    <Filter {...props} />
    {Object.keys(props.faults).length === 0 && <Results {...props} />}
  </AccountPage>
);
