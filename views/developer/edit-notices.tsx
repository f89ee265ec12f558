/* What is said above the form of a client that is edited. */
import type { VNode } from 'preact';
import { Card } from '../parts/card.js';
import { Notice } from '../parts/notice.js';
import { Comparison } from './comparison.js';
import type { ChangeView } from './comparison.js';
import { RefusalsNotice, SuggestedNotice } from './legacy-notices.js';

export interface EditNoticesProps {
  /** What people see waits for a verdict. */
  readonly waits: boolean;
  /** The ticks are those that its calls suggest. */
  readonly suggested?: boolean | undefined;
  /** So many requests would fail from now on: saving has to be confirmed. */
  readonly refusals?: number | undefined;
  /** Somebody saved these since the form was opened. */
  readonly meanwhile?: readonly ChangeView[] | undefined;
}

const TEXT = {
  meanwhile: 'Nothing was saved: the client was changed while you edited it',
  meanwhileDetail:
    'Below is what you typed. Compare it with what is there now, then save again to put yours in its place.',
  differs: 'What differs',
  there: 'There now',
  typed: 'What you typed',
  waits: 'Some changes wait for a review',
  waitsDetail:
    'Name, website, logo, added redirect URIs and added scopes do; until then everything keeps working as it is. Removing redirect URIs or scopes, the purpose, and adding a READ scope beside its WRITE scope take effect at once.',
} as const;

const Meanwhile = ({ changes }: { changes: readonly ChangeView[] }): VNode => (
  <>
    <Notice kind="danger" title={TEXT.meanwhile}>
      <p>{TEXT.meanwhileDetail}</p>
    </Notice>
    <Card>
      <h2>{TEXT.differs}</h2>
      <Comparison changes={changes} before={TEXT.there} after={TEXT.typed} />
    </Card>
  </>
);

export const EditNotices = ({ meanwhile, refusals, suggested, waits }: EditNoticesProps): VNode => (
  <>
    {meanwhile && <Meanwhile changes={meanwhile} />}
    {refusals !== undefined && <RefusalsNotice requests={refusals} />}
    {suggested && <SuggestedNotice />}
    {waits && (
      <Notice kind="info" title={TEXT.waits}>
        <p>{TEXT.waitsDetail}</p>
      </Notice>
    )}
  </>
);
