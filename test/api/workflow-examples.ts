/* Workflows of teams for example calls. */
import { type Params, groupPath } from './example-resources.js';
import type { Fixture } from './api-fixture.js';

/** A message about a new booking or a submitted form. */
export const workflow = (type = 'newEvent') => ({
  ...{ name: 'Welcome', activation: {}, trigger: { type } },
  steps: [
    {
      ...{ action: 'email_attendee', stepNumber: 1, template: 'custom', sender: 'Desk' },
      message: { subject: 'Welcome', html: '<p>Dear {ATTENDEE}, welcome.</p>' },
    },
  ],
});

export async function workflowIn({ call }: Fixture, params: Params, path: string): Promise<number> {
  const ofForms = path.endsWith('/routing-form');
  const all = `${groupPath(params)}/workflows${ofForms ? '/routing-form' : ''}`;
  return (await call('POST', all, workflow(ofForms ? 'formSubmitted' : 'newEvent'))).id;
}
