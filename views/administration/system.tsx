/* Versions, stores, keys and configuration, for administrators. Data: web/administration. */
import type { VNode } from 'preact';
import type { PageUser } from '../parts/account-menu.js';
import { AccountPage } from '../parts/account-page.js';
import { Badge } from '../parts/badge.js';
import { Card } from '../parts/card.js';
import { DefinitionList } from '../parts/definition-list.js';
import { Notice } from '../parts/notice.js';
import { Identifier } from '../parts/text/identifier.js';
import { Time } from '../parts/text/time.js';
import { type StoreRemark, StoreRows, type StoreView, StoreWarnings } from './stores.js';

export interface KeyView {
  readonly position: number;
  readonly id: string;
  readonly seenAt?: Date;
  readonly writesSince?: Date;
  readonly advice: 'writes' | 'rotate' | 'next' | 'keep' | 'removable' | 'unknown';
}

export interface SettingView {
  readonly variable: string;
  readonly heading: string;
  readonly isSet: boolean;
  readonly value?: string;
  readonly changed: boolean;
}

export interface SystemPageProps {
  readonly user: PageUser;
  readonly faults: readonly StoreRemark[];
  readonly warnings: readonly StoreRemark[];
  readonly stores: readonly StoreView[];
  /** The newest first. */
  readonly keys: readonly KeyView[];
  readonly process: {
    readonly version: string;
    readonly node: string;
    readonly startedAt: Date;
    /** Of this machine from the database. */
    readonly clockDifferenceMs: number;
  };
  readonly settings: readonly SettingView[];
  readonly now: Date;
}

export const SYSTEM_TEXT = {
  title: 'System',
  detail: 'See versions, stores, keys and the configuration of this process.',
} as const;

const TEXT = {
  faults: 'Not safe to use',
  process: 'This process',
  version: 'Version',
  started: 'Started',
  clock: 'Clock',
  inStep: '0 ms from that of the database',
  stores: 'Stores',
  keys: 'Keys',
  keysHint:
    'Everything secret is derived from the keys in SECRET_KEYS. The first one writes, all of them read. Each is named by what begins the values that it wrote.',
  seen: 'In use since',
  writes: 'writes since',
  configuration: 'Configuration',
  configurationHint: 'As this process was started. Secrets are not shown.',
  hidden: 'Set, not shown',
  unset: 'Not set',
  changed: 'Not the default',
} as const;

const ADVICE: Readonly<
  Record<
    KeyView['advice'],
    { readonly kind: 'good' | 'info' | 'warning'; readonly text: string; readonly detail: string }
  >
> = {
  writes: { kind: 'good', text: 'Writes', detail: 'Nothing to do.' },
  rotate: {
    kind: 'warning',
    text: 'Rotate it',
    detail: 'It writes for longer than a year. “slotkey keys rotate” makes a new one.',
  },
  next: {
    kind: 'info',
    text: 'Only reads',
    detail: 'It never was the first. Once every replica has it, put it first.',
  },
  keep: { kind: 'info', text: 'Keep it', detail: 'Something may still depend on it.' },
  removable: {
    kind: 'info',
    text: 'Can be removed',
    detail:
      'What it wrote has expired or was written again. Clients that were not active since need a new secret.',
  },
  unknown: { kind: 'info', text: 'Not seen yet', detail: 'Its age is noted once the service runs with it.' },
};

/** `12 ms ahead of the database` */
function clockText(difference: number): string {
  const rounded = Math.round(difference);
  if (rounded === 0) return TEXT.inStep;
  return `${Math.abs(rounded)} ms ${rounded < 0 ? 'behind' : 'ahead of'} the database`;
}

const Process = ({ process, now }: SystemPageProps): VNode => (
  <Card>
    <h2>{TEXT.process}</h2>
    <DefinitionList
      of={[
        { term: TEXT.version, value: process.version },
        { term: 'Node.js', value: process.node },
        { term: TEXT.started, value: <Time at={process.startedAt} now={now} /> },
        { term: TEXT.clock, value: clockText(process.clockDifferenceMs) },
      ]}
    />
  </Card>
);

const Key = ({ of, now }: { readonly of: KeyView; readonly now: Date }): VNode => {
  const { kind, text, detail } = ADVICE[of.advice];
  return (
    <li>
      <span>
        {of.position}. <Identifier value={of.id} />
      </span>
      <Badge kind={kind} text={text} />
      <p class="hint">
        {of.seenAt && (
          <>
            {TEXT.seen} <Time at={of.seenAt} now={now} />
            {of.writesSince && (
              <>
                , {TEXT.writes} <Time at={of.writesSince} now={now} />
              </>
            )}
            .{' '}
          </>
        )}
        {detail}
      </p>
    </li>
  );
};

const Keys = ({ keys, now }: SystemPageProps): VNode => (
  <Card>
    <h2>{TEXT.keys}</h2>
    <p class="hint">{TEXT.keysHint}</p>
    <ul class="rows">
      {keys.map((key) => (
        <Key key={key.id} of={key} now={now} />
      ))}
    </ul>
  </Card>
);

const Value = ({ of: { isSet, value, changed } }: { readonly of: SettingView }): VNode => {
  if (!isSet) return <span class="hint">{TEXT.unset}</span>;
  if (value === undefined) return <Badge kind="info" text={TEXT.hidden} />;
  return (
    <>
      <Identifier value={value} /> {changed && <Badge kind="info" text={TEXT.changed} />}
    </>
  );
};

const Configuration = ({ settings }: SystemPageProps): VNode => (
  <Card>
    <h2>{TEXT.configuration}</h2>
    <p class="hint">{TEXT.configurationHint}</p>
    {[...new Set(settings.map(({ heading }) => heading))].map((title) => (
      <section class="settings" key={title}>
        <h3>{title}</h3>
        <DefinitionList
          of={settings
            .filter(({ heading }) => heading === title)
            .map((setting) => ({ term: setting.variable, value: <Value of={setting} /> }))}
        />
      </section>
    ))}
  </Card>
);

export const SystemPage = (props: SystemPageProps): VNode => (
  <AccountPage title={SYSTEM_TEXT.title} user={props.user}>
    {props.faults.map(({ store, reason }) => (
      <Notice key={reason} kind="danger" title={`${TEXT.faults}: ${store}`} detail={reason} />
    ))}
    <Process {...props} />
    <Card>
      <h2>{TEXT.stores}</h2>
      <StoreRows {...props} />
    </Card>
    <StoreWarnings {...props} />
    <Keys {...props} />
    <Configuration {...props} />
  </AccountPage>
);
