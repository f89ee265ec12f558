/* Notices above the edit form of a client. */
import type { VNode } from 'preact';
import { Card } from '../parts/card.js';
import { counted } from '../parts/text/counted.js';
import { Notice } from '../parts/notice.js';
import { type ChangeView, Comparison } from './comparison.js';

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

/** The button that saves although requests will be refused. */
export const SAVE_ANYWAY = { name: 'confirmed', value: 'save', look: 'danger', text: 'Save anyway' } as const;

const TEXT = {
  meanwhile: 'Nothing was saved: the client was changed while you edited it',
  meanwhileDetail:
    'Below is what you entered. Compare it with the current version, then save again to replace it.',
  differs: 'Differences',
  current: 'Current version',
  typed: 'Your version',
  suggested: 'The scopes that its calls of the last 30 days needed are selected',
  suggestedDetail: 'Nothing is saved yet. Check them, and select any others it needs.',
  notSaved: 'Nothing was saved yet',
  refused: (requests: number) =>
    `${counted(requests, 'authorization request')} of the last 30 days came without scope. After saving, such requests are refused with invalid_scope.`,
  first: 'Change your authorization URL first, or save anyway at the end of this form.',
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
    {refusals !== undefined && (
      <Notice kind="danger" title={TEXT.notSaved} detail={TEXT.refused(refusals)}>
        <p>{TEXT.first}</p>
      </Notice>
    )}
    {suggested && <Notice kind="info" title={TEXT.suggested} detail={TEXT.suggestedDetail} />}
    {waits && <Notice kind="info" title={TEXT.waits} detail={TEXT.waitsDetail} />}
  </>
);
