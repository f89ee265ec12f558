import type { Step } from './source.js';

export const clientMakers: Step = {
  name: '077-client-makers',
  up: [
    `create table if not exists client_maker (
       client_id  text not null references client (id) on delete cascade,
       account_id integer not null references account (id) on delete cascade,
       primary key (client_id, account_id)
     )`,
    // Of what was done before, the audit log knows.
    `insert into client_maker (client_id, account_id)
     select client.id, account.id from client
     join audit_entry on audit_entry.subject = 'client:' || client.id
       and action in ('client.created', 'client.edited', 'client.transferred')
     join account on account.id = substring(actor from '^account:([0-9]{1,9})$')::integer
     union select client.id, account.id from client
     join audit_entry on audit_entry.subject = 'client:' || client.id and action = 'client.created'
     join account on account.id = substring(facts->>'owner' from '^([0-9]{1,9})$')::integer
     union select id, owner_id from client
     on conflict do nothing`,
  ],
};
