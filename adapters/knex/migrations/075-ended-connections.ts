import type { Step } from './source.js';

/** What the audit log says of the connections that had ended before it was kept with them. */
const since = (table: string, action: string): string =>
  `update ${table} set ended_at = (
     select max(at) from audit_entry where action = '${action}' and subject = '${table}:' || ${table}.id)
   where invalid and ended_at is null`;

export const endedConnections: Step = {
  name: '075-ended-connections',
  up: [
    // Since when the other side refuses it.
    `alter table calendar_connection add column if not exists ended_at timestamptz(3)`,
    `alter table conferencing_app add column if not exists ended_at timestamptz(3)`,
    since('calendar_connection', 'calendar.ended'),
    since('conferencing_app', 'conferencing.ended'),
    // When its owner was told that it is silent; once for each silence.
    `alter table calendar add column if not exists silence_told_at timestamptz(3)`,
    // Nobody asks these any more, so that nothing else says that they do not answer.
    `update calendar set failing_since = now(), fault = 'it has to be connected again'
     from calendar_connection as connection
     where connection.id = calendar.connection_id and connection.invalid
       and calendar.selected and calendar.failing_since is null`,
  ],
};
