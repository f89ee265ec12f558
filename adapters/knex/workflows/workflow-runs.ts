/* Due occasions of workflows: read with the current steps, and expanded once. */
import type { FilledForm, Occasion, WorkflowRunStore } from '../../../src/scheduling/workflows/run-store.js';
import type { BookingTrigger, FormTrigger, Step } from '../../../src/scheduling/workflows/store.js';
import type { Database } from '../connection.js';
import { selectRows } from '../rows.js';
import { enqueue } from '../jobs/jobs.js';
import { inTransaction } from '../transaction.js';
import { planMore } from './existing-bookings.js';
import { STEPS } from './workflow-rows.js';

interface OfBooking {
  readonly booking_id: number;
  readonly response_id: null;
  readonly trigger: BookingTrigger;
}

interface OfForm {
  readonly booking_id: null;
  readonly response_id: number;
  readonly trigger: FormTrigger;
}

type OccasionRow = (OfBooking | OfForm) & {
  readonly id: string;
  readonly attendee_id: number | null;
  readonly steps: readonly Step[];
};

const toOccasion = ({ id, steps, attendee_id: attendeeId, ...row }: OccasionRow): Occasion =>
  row.booking_id === null
    ? { id, steps, trigger: row.trigger, responseId: row.response_id }
    : { id, steps, trigger: row.trigger, bookingId: row.booking_id, attendeeId };

const OCCASION = `
select occasion.id, occasion.trigger, occasion.booking_id, occasion.attendee_id, occasion.response_id,
  ${STEPS} as steps
from workflow_occasion as occasion join workflow on workflow.id = occasion.workflow_id
where occasion.id = :id`;

const FILLED_FORM = `
select form.name, response.booking_uid is not null as "hasBooking",
  (select coalesce(json_agg(json_build_object(
     'identifier', field.value ->> 'identifier', 'type', field.value ->> 'type',
     'value', response.answers -> (field.value ->> 'id') -> 'value') order by field.ordinality), '[]')
   from jsonb_array_elements(form.fields) with ordinality as field
   where jsonb_exists(response.answers, field.value ->> 'id')) as answers
from routing_form_response as response join routing_form as form on form.id = response.form_id
where response.id = :id`;

export const createWorkflowRunStore = (db: Database): WorkflowRunStore => ({
  async find(id) {
    const [row] = await selectRows<OccasionRow>(db, OCCASION, { id });
    return row && toOccasion(row);
  },
  planMore: (id, after) => inTransaction(db, (trx) => planMore(trx, id, after)),
  filledForm: async (id) => (await selectRows<FilledForm>(db, FILLED_FORM, { id }))[0],
  expand: (id, messages) =>
    inTransaction(db, async (trx) => {
      const pending = trx('workflow_occasion').where({ id, done_at: null });
      if ((await pending.update({ done_at: trx.fn.now() })) === 1) await enqueue(trx, messages);
    }),
});
