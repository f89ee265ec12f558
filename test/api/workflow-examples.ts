/* Workflows of teams, as the examples of calls make them. */
import { type Params, placeOf } from './example-resources.js';
import type { Fixture } from './api-fixture.js';

/** Something that is said when a booking is made, or a form filled in. */
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
  const all = `${placeOf(params)}/workflows${ofForms ? '/routing-form' : ''}`;
  return (await call('POST', all, workflow(ofForms ? 'formSubmitted' : 'newEvent'))).id;
}
