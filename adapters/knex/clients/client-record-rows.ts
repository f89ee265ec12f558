/* Rows behind a ClientRecord: a client with its version, its owner and its proposal, in one statement. */
import { present } from '../../../src/present.js';
import type { ClientRecord, NewProposal, Proposal } from '../../../src/clients/record-store.js';
import type { ScopeName } from '../../../src/scopes/catalogue.js';
import { CONTRIBUTOR_IDS } from './client-contributors.js';
import { SELECT_CLIENT, toClient } from './client-rows.js';
import type { ClientRow } from './client-rows.js';
import { type LinkColumns, linkColumns, linksIn } from './link-columns.js';

/** As JSON in the row of its client. */
export interface ProposalRow extends LinkColumns {
  readonly name: string;
  readonly logo: string | null;
  readonly redirect_uris: readonly string[];
  readonly scopes: readonly ScopeName[];
  readonly from_installations: boolean;
  readonly refusal: string | null;
  readonly proposed_at: string;
}

export interface RecordRow extends ClientRow {
  readonly edited_at: Date | null;
  readonly owner_name: string;
  readonly owner_email: string;
  readonly owner_since: Date;
  readonly team_name: string | null;
  readonly maker_ids: readonly number[];
  readonly proposal: ProposalRow | null;
}

export const SELECT_RECORD = `
select record.*, account.name as owner_name, account.email as owner_email, account.created_at as owner_since,
  team.name as team_name, ${CONTRIBUTOR_IDS} as maker_ids, to_json(client_proposal) as proposal
from (${SELECT_CLIENT}) as record
join account on account.id = record.owner_id
left join team on team.id = record.team_id
left join client_proposal on client_proposal.client_id = record.id`;

const toProposal = (part: ProposalRow): Proposal => ({
  name: part.name,
  ...linksIn(part),
  ...present({ logo: part.logo ?? undefined }),
  redirectUris: part.redirect_uris,
  scopes: part.scopes,
  ...present({
    fromInstallations: part.from_installations || undefined,
    refusal: part.refusal ?? undefined,
  }),
  proposedAt: new Date(part.proposed_at),
});

export const toRecord = (row: RecordRow): ClientRecord => ({
  client: toClient(row),
  version: row.version,
  owner: { id: row.owner_id, name: row.owner_name, email: row.owner_email, createdAt: row.owner_since },
  contributorIds: row.maker_ids,
  ...present({
    team:
      row.team_id === null || row.team_name === null ? undefined : { id: row.team_id, name: row.team_name },
    editedAt: row.edited_at ?? undefined,
    proposal: row.proposal === null ? undefined : toProposal(row.proposal),
  }),
});

export const proposalRow = (id: string, proposal: NewProposal): Readonly<Record<string, unknown>> => ({
  client_id: id,
  name: proposal.name,
  ...linkColumns(proposal),
  logo: proposal.logo ?? null,
  redirect_uris: JSON.stringify(proposal.redirectUris),
  scopes: JSON.stringify(proposal.scopes),
  from_installations: proposal.fromInstallations ?? false,
});
