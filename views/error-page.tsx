/* The error page: what happened, who is responsible, what to do next. */
import type { VNode } from 'preact';
import { Layout } from './layout.js';
import { Card } from './parts/card.js';
import { DefinitionList } from './parts/definition-list.js';
import { Identifier } from './parts/text/identifier.js';
import { Link } from './parts/link.js';

/** For the developer of an application whose request was rejected; the caller shortens `received`. */
export interface DeveloperFacts {
  readonly parameter?: string | undefined;
  readonly received?: string | undefined;
  readonly fix?: string | undefined;
}

export interface ErrorPageProps {
  readonly title: string;
  readonly message: string;
  /** The cause, or who is responsible. */
  readonly detail: string;
  readonly nextStep: string;
  /** Link to the next step. */
  readonly link?: { readonly to: string; readonly label: string } | undefined;
  /** Request id, also in the log. */
  readonly reference: string;
  readonly developer?: DeveloperFacts | undefined;
}

const TEXT = {
  reference: 'Reference',
  referenceHint: 'Give this reference when you ask for help.',
  developers: 'For the developer of the application',
  parameter: 'Parameter',
  received: 'Received',
  fix: 'Fix',
} as const;

const code = (value: string | undefined) => (value === undefined ? undefined : <Identifier value={value} />);

const Developer = ({ parameter, received, fix }: DeveloperFacts): VNode => (
  <section class="developer" aria-labelledby="developer">
    <h2 id="developer">{TEXT.developers}</h2>
    <DefinitionList
      of={[
        { term: TEXT.parameter, value: code(parameter) },
        { term: TEXT.received, value: code(received) },
        { term: TEXT.fix, value: fix },
      ]}
    />
  </section>
);

export const ErrorPage = ({ title, message, detail, nextStep, link, ...more }: ErrorPageProps): VNode => (
  <Layout title={title} width="narrow">
    <Card>
      <h1>{title}</h1>
      <p>{message}</p>
      <p>{detail}</p>
      <p class="strong">{nextStep}</p>
      {link && (
        <p>
          <Link to={link.to}>{link.label}</Link>
        </p>
      )}
      {more.developer && <Developer {...more.developer} />}
      <p class="reference">
        <span>{TEXT.reference}</span>
        <Identifier value={more.reference} />
        <span>{TEXT.referenceHint}</span>
      </p>
    </Card>
  </Layout>
);
