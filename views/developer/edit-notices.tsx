/* Notices above the edit form of a client. */
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
    'Below is what you entered. Compare it with the current version, then save again to replace it.',
  differs: 'Differences',
  there: 'Current version',
  typed: 'Your version',
  waits: 'Some changes wait for review',
  waitsDetail:
    'A new name, website or logo and added redirect URIs or scopes take effect after review; until then everything keeps working as it is. A new purpose, removed redirect URIs or scopes, and a READ scope added to its WRITE scope take effect at once.',
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
