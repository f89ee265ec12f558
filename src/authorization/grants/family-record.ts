/*
 * A family as a record of the store: a JSON array, because every installation of every user has one and the names of its
 * fields would be a quarter of it. Values may only be added at the end; a position in the array never changes. Any other
 * change is a new format with a migration.
 */
import { recordFormat, UNNUMBERED } from '../../artifacts/format.js';
import { EVERYWHERE } from '../../scopes/granted-resources.js';
import type { GrantedResources, GrantedIds } from '../../scopes/granted-resources.js';
import { present } from '../../present.js';
import { isRecord } from './family-positions.js';
import type {
  AccessPositions,
  CodePositions,
  Positions,
  RefreshPositions,
  ResourceGroups,
  SpentPositions,
} from './family-positions.js';
import { readScope, writeScope } from './scope-record.js';
import type { AccessEntry, CodeState, Family, RefreshState, SpentRefresh } from './token-family.js';

const FORMAT = recordFormat('token family', [UNNUMBERED]);

function accessPositions({ hash, until, scope, issuedAt }: AccessEntry): AccessPositions {
  const narrowed = scope && writeScope(scope);
  if (issuedAt !== undefined) return [hash, until, narrowed, issuedAt];
  return narrowed === undefined ? [hash, until] : [hash, until, narrowed];
}

const refreshPositions = ({ hash, generation, until, issuedAt }: RefreshState): RefreshPositions =>
  issuedAt === undefined ? [hash, generation, until] : [hash, generation, until, issuedAt];

const codePositions = (code: CodeState): CodePositions => [
  code.hash,
  code.until,
  code.epoch,
  code.redirectUri,
  code.challenge,
  code.redeemedBy,
  code.redeemedAt,
];

const spentPositions = ({
  hash,
  at,
  clientIp,
  sealedResponse,
  repeatedFrom,
}: SpentRefresh): SpentPositions =>
  repeatedFrom === undefined
    ? [hash, at, clientIp, sealedResponse]
    : [hash, at, clientIp, sealedResponse, repeatedFrom];

const idsOf = (ids: GrantedIds): readonly number[] | null => (ids === 'all' ? null : ids);

const resourceGroups = ({ teams, organizations }: GrantedResources): ResourceGroups => [
  idsOf(teams),
  idsOf(organizations),
];

/** Left out at the end where they are absent. */
function newerPositions({ resources, clientVersion }: Family): readonly (ResourceGroups | number | null)[] {
  const groups = resources ? resourceGroups(resources) : null;
  if (clientVersion !== undefined) return [groups, clientVersion];
  return groups === null ? [] : [groups];
}

export function writeFamily(family: Family): string {
  const { refresh, spent, code } = family;
  const positions: Positions = [
    family.client,
    family.account,
    writeScope(family.scope),
    family.born,
    family.ends,
    family.access.map(accessPositions),
    refresh && refreshPositions(refresh),
    spent && spentPositions(spent),
    code && codePositions(code),
    family.until,
  ];
  return FORMAT.write(JSON.stringify([...positions, ...newerPositions(family)]));
}

const accessOf = ([hash, until, scope, issuedAt]: AccessPositions): AccessEntry => ({
  hash,
  until,
  ...(typeof scope === 'string' && { scope: readScope(scope) }),
  ...(typeof issuedAt === 'number' && { issuedAt }),
});

const refreshOf = ([hash, generation, until, issuedAt]: RefreshPositions): RefreshState => ({
  hash,
  generation,
  until,
  ...(typeof issuedAt === 'number' && { issuedAt }),
});

const spentOf = ([hash, at, clientIp, sealedResponse, repeatedFrom]: SpentPositions): SpentRefresh => ({
  hash,
  at,
  clientIp,
  sealedResponse,
  ...present({ repeatedFrom }),
});

const codeOf = ([hash, until, epoch, redirectUri, challenge, by, at]: CodePositions): CodeState => ({
  hash,
  until,
  epoch,
  redirectUri,
  ...present({
    challenge: challenge ?? undefined,
    redeemedBy: by ?? undefined,
    redeemedAt: at ?? undefined,
  }),
});

const resourcesOf = ([teams, organizations]: ResourceGroups): GrantedResources => ({
  teams: teams ?? 'all',
  organizations: organizations ?? 'all',
});

/** Undefined for a text that is not of `writeFamily`; throws 503 for one of a newer format. */
function positionsIn(record: string): Positions | undefined {
  const text = FORMAT.read(record);
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined for a record that cannot be read; throws 503 for one of a newer format. */
export function readFamily(record: string): Family | undefined {
  const positions = positionsIn(record);
  if (positions === undefined) return undefined;
  const [client, account, scope, born, ends, access, refresh, spent, code, until, resources, clientVersion] =
    positions;
  return {
    client,
    account,
    scope: readScope(scope),
    born,
    ends,
    access: access.map(accessOf),
    ...present({
      refresh: refresh ? refreshOf(refresh) : undefined,
      spent: spent ? spentOf(spent) : undefined,
      code: code ? codeOf(code) : undefined,
      until: until ?? undefined,
      resources: resources ? resourcesOf(resources) : undefined,
      clientVersion: clientVersion ?? undefined,
    }),
  };
}

/** All that the check of an access token needs. */
export interface AccessRecord extends Pick<
  Family,
  'client' | 'clientVersion' | 'account' | 'scope' | 'access'
> {
  readonly resources: GrantedResources;
}

/** As `readFamily`. */
export function readAccess(record: string): AccessRecord | undefined {
  const positions = positionsIn(record);
  if (positions === undefined) return undefined;
  const [client, account, scope, , , access, , , , , resources, clientVersion] = positions;
  return {
    client,
    account,
    scope: readScope(scope),
    access: access.map(accessOf),
    resources: resources ? resourcesOf(resources) : EVERYWHERE,
    ...present({ clientVersion: clientVersion ?? undefined }),
  };
}
