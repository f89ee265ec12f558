/* What the form of a legacy client says before it becomes a scoped one. */
import type { VNode } from 'preact';
import { Button } from '../parts/button.js';
import { counted } from '../parts/counted.js';
import { Notice } from '../parts/notice.js';

/** Name and value of the button that saves although requests will be refused. */
export const CONFIRMED = { name: 'confirmed', value: 'save' } as const;

const TEXT = {
  suggested: 'The scopes that its calls of the last 30 days needed are selected',
  suggestedDetail: 'Nothing is saved yet. Check them, and select any others it needs.',
  asked: 'Nothing was saved yet',
  refused: (requests: number) =>
    `${counted(requests, 'authorization request')} of the last 30 days came without scope. After saving, such requests are refused with invalid_scope.`,
  first: 'Change your authorization URL first, or save anyway at the end of this form.',
  button: 'Save anyway',
} as const;

export const SuggestedNotice = (): VNode => (
  <Notice kind="info" title={TEXT.suggested}>
    <p>{TEXT.suggestedDetail}</p>
  </Notice>
);

export const RefusalsNotice = ({ requests }: { requests: number }): VNode => (
  <Notice kind="danger" title={TEXT.asked}>
    <p>{TEXT.refused(requests)}</p>
    <p>{TEXT.first}</p>
  </Notice>
);

export const SaveAnyway = (): VNode => (
  <Button look="danger" {...CONFIRMED}>
    {TEXT.button}
  </Button>
);
