import type { Step } from './source.js';

/** Each filter of the audit log reads one range of one index, newest or oldest first. */
export const auditFilters: Step = {
  name: '042-audit-filters',
  up: [
    `create index if not exists audit_entry_actor on audit_entry (actor, at, id)`,
    `create index if not exists audit_entry_action on audit_entry (action, at, id)`,
    `create index if not exists audit_entry_network on audit_entry (network, at, id) where network is not null`,
    // Who is named in the facts, besides who the entry is about: grants name their client and their person.
    `create index if not exists audit_entry_client on audit_entry ((facts->>'clientId'), at, id)
       where facts->>'clientId' is not null`,
    `create index if not exists audit_entry_account on audit_entry ((facts->>'accountId'), at, id)
       where facts->>'accountId' is not null`,
    // For the sweeper: a job may wait for months, so its age says nothing.
    `create index if not exists job_due_at_all on job (due_at)`,
  ],
};
