import type { Step } from './source.js';

export const resourceServer: Step = {
  name: '030-resource-server',
  up: [
    `alter table client add column if not exists resource_server boolean not null default false`,
    `alter table client drop constraint if exists client_resource_server_has_secret`,
    // Whoever asks about other clients' tokens must prove who it is.
    `alter table client add constraint client_resource_server_has_secret
       check (not resource_server or kind = 'confidential')`,
  ],
};
