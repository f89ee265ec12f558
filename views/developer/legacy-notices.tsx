/* Notices on the form of a legacy client, before it gets a scope list. */
import type { VNode } from 'preact';
import { counted } from '../parts/counted.js';
import { Notice } from '../parts/notice.js';

/** The button that saves although requests will be refused. */
export const SAVE_ANYWAY = { name: 'confirmed', value: 'save', look: 'danger', text: 'Save anyway' } as const;

const TEXT = {
  suggested: 'The scopes that its calls of the last 30 days needed are selected',
  suggestedDetail: 'Nothing is saved yet. Check them, and select any others it needs.',
  notSaved: 'Nothing was saved yet',
  refused: (requests: number) =>
    `${counted(requests, 'authorization request')} of the last 30 days came without scope. After saving, such requests are refused with invalid_scope.`,
  first: 'Change your authorization URL first, or save anyway at the end of this form.',
} as const;

export const SuggestedNotice = (): VNode => (
  <Notice kind="info" title={TEXT.suggested} detail={TEXT.suggestedDetail} />
);

export const RefusalsNotice = ({ requests }: { requests: number }): VNode => (
  <Notice kind="danger" title={TEXT.notSaved} detail={TEXT.refused(requests)}>
    <p>{TEXT.first}</p>
  </Notice>
);
