/* Whether a client may request the two retired scopes, and the button that changes it. */
import type { VNode } from 'preact';
import { Button } from '../parts/forms/button.js';
import { Card } from '../parts/card.js';
import { Form } from '../parts/forms/form.js';

export const MIGRATING = { name: 'migrating', yes: 'yes', no: 'no' } as const;

const TEXT = {
  title: 'Retired scopes',
  meaning: 'READ_PROFILE means PROFILE_READ, and READ_BOOKING means BOOKING_READ.',
  accepted: 'They are accepted in its requests, because it is marked as migrating.',
  refused: 'They are refused in its requests. Mark it as migrating while it still sends these names.',
  mark: 'Mark as migrating',
  unmark: 'No longer migrating',
} as const;

export const RetiredScopes = ({
  migrating,
  form,
}: {
  migrating: boolean;
  /** Absent for a reviewer who may not decide on this client. */
  form?: { readonly action: string; readonly csrf: string } | undefined;
}): VNode => (
  <Card>
    <h2>{TEXT.title}</h2>
    <p>{TEXT.meaning}</p>
    {form ? (
      <Form {...form}>
        <div class="consequence">
          <p class="hint">{migrating ? TEXT.accepted : TEXT.refused}</p>
          <Button look="plain" name={MIGRATING.name} value={migrating ? MIGRATING.no : MIGRATING.yes}>
            {migrating ? TEXT.unmark : TEXT.mark}
          </Button>
        </div>
      </Form>
    ) : (
      <p class="hint">{migrating ? TEXT.accepted : TEXT.refused}</p>
    )}
  </Card>
);
