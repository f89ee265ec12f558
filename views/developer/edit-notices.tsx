/* Notices above the edit form of a client. */
import type { VNode } from 'preact';
import { Card } from '../parts/card.js';
import { Notice } from '../parts/notice.js';
import { type ChangeView, Comparison } from './comparison.js';
import { RefusalsNotice, SuggestedNotice } from './legacy-notices.js';

export interface EditNoticesProps {
  /** Changes that users see wait for review. */
  readonly waits: boolean;
  /** The selected scopes are those that its calls needed. */
  readonly suggested?: boolean | undefined;
  /** How many requests would be refused; saving has to be confirmed. */
  readonly refusals?: number | undefined;
  /** Changes that were saved since the form was opened. */
  readonly meanwhile?: readonly ChangeView[] | undefined;
}

const TEXT = {
  meanwhile: 'Nothing was saved: the client was changed while you edited it',
  meanwhileDetail:
    'Below is what you entered. Compare it with the current version, then save again to replace it.',
  differs: 'Differences',
  current: 'Current version',
  typed: 'Your version',
  waits: 'Some changes wait for review',
  waitsDetail:
    'A new name, website or logo and added redirect URIs or scopes take effect after review; until then everything keeps working as it is. A new purpose, removed redirect URIs or scopes, and a READ scope added to its WRITE scope take effect at once.',
} as const;

const Meanwhile = ({ changes }: { changes: readonly ChangeView[] }): VNode => (
  <>
    <Notice kind="danger" title={TEXT.meanwhile} detail={TEXT.meanwhileDetail} />
    <Card>
      <h2>{TEXT.differs}</h2>
      <Comparison changes={changes} before={TEXT.current} after={TEXT.typed} />
    </Card>
  </>
);

export const EditNotices = ({ meanwhile, refusals, suggested, waits }: EditNoticesProps): VNode => (
  <>
    {meanwhile && <Meanwhile changes={meanwhile} />}
    {refusals !== undefined && <RefusalsNotice requests={refusals} />}
    {suggested && <SuggestedNotice />}
    {waits && <Notice kind="info" title={TEXT.waits} detail={TEXT.waitsDetail} />}
  </>
);
