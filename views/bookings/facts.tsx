/* What is said of a booking on each page about it. */
import type { ComponentChildren, VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { ReaderContext } from '../reader.js';
import { DefinitionList } from '../parts/definition-list.js';
import { Preline } from '../parts/text/preline.js';
import { timeRange } from '../parts/text/time-range.js';

export interface BookingView {
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly start: number;
  readonly end: number;
  /** Of the reader, in the IANA database. */
  readonly timeZone: string;
  /** Names of those whom the reader meets. */
  readonly people: readonly string[];
  readonly hostEmail?: string | undefined;
  readonly location?: string | undefined;
  readonly notes?: string | undefined;
}

/** With the clock of the reader. */
export function When({ start, end, timeZone }: Pick<BookingView, 'start' | 'end' | 'timeZone'>): VNode {
  const { timeFormat } = useContext(ReaderContext) ?? {};
  return (
    <time datetime={new Date(start).toISOString()}>{timeRange({ start, end }, timeZone, timeFormat)}</time>
  );
}

export const Names = ({ of }: { of: readonly string[] }): VNode => (
  <>
    {of.map((name, index) => (
      <span key={name}>
        {index > 0 && ', '}
        <bdi>{name}</bdi>
      </span>
    ))}
  </>
);

export const BookingFacts = ({ of }: { of: BookingView }): VNode => {
  const bdi = (text: string | undefined): ComponentChildren => text && <bdi>{text}</bdi>;
  return (
    <DefinitionList
      of={[
        { term: 'What', value: <bdi>{of.title}</bdi> },
        { term: 'When', value: <When {...of} /> },
        { term: 'With', value: of.people.length === 0 ? undefined : <Names of={of.people} /> },
        { term: 'Write to', value: bdi(of.hostEmail) },
        { term: 'Where', value: bdi(of.location) },
        { term: 'Notes', value: of.notes && <Preline text={of.notes} /> },
      ]}
    />
  );
};
