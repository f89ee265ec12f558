/*
 * A family as a record of the store: a JSON array, because every installation of every user has one and the names of its
 * fields would be a quarter of it. Values may only be added at the end; a position in the array never changes.
 */
import { EVERYWHERE } from '../../scopes/granted-resources.js';
import type { GrantedResources, GrantedIds } from '../../scopes/granted-resources.js';
import { present } from '../../present.js';
import { readScope, writeScope } from './scope-record.js';
import type { AccessEntry, CodeState, Family, RefreshState, SpentRefresh } from './token-family.js';

/** JSON has no value for absent; `undefined` in an array becomes `null`, and is read back as absent. */
type Absent = null | undefined;

type AccessPositions = readonly [hash: string, until: number, scope?: string | Absent];
type CodePositions = readonly [
  hash: string,
  until: number,
  epoch: string,
  redirectUri: string,
  challenge: string | Absent,
  redeemedBy: string | Absent,
  redeemedAt: number | Absent,
];
type RefreshPositions = readonly [hash: string, generation: number, until: number];
type SpentPositions = readonly [
  hash: string,
  at: number,
  clientIp: string,
  sealedResponse: string,
  repeatedFrom?: readonly string[],
];
/** `null`: all of them. */
type ResourceGroups = readonly [teams: readonly number[] | null, organizations: readonly number[] | null];
type Positions = readonly [
  client: string,
  account: number,
  scope: string,
  born: number,
  ends: number,
  access: readonly AccessPositions[],
  refresh: RefreshPositions | Absent,
  spent: SpentPositions | Absent,
  code: CodePositions | Absent,
  until: Family['until'] | Absent,
  resources?: ResourceGroups | Absent,
];

const accessPositions = ({ hash, until, scope }: AccessEntry): AccessPositions =>
  scope === undefined ? [hash, until] : [hash, until, writeScope(scope)];

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

export function writeFamily(family: Family): string {
  const { refresh, spent, code } = family;
  const positions: Positions = [
    family.client,
    family.account,
    writeScope(family.scope),
    family.born,
    family.ends,
    family.access.map(accessPositions),
    refresh && [refresh.hash, refresh.generation, refresh.until],
    spent && spentPositions(spent),
    code && codePositions(code),
    family.until,
  ];
  return JSON.stringify(family.resources ? [...positions, resourceGroups(family.resources)] : positions);
}

const accessOf = ([hash, until, scope]: AccessPositions): AccessEntry =>
  typeof scope === 'string' ? { hash, until, scope: readScope(scope) } : { hash, until };

const refreshOf = ([hash, generation, until]: RefreshPositions): RefreshState => ({
  hash,
  generation,
  until,
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

/** `text`: from `writeFamily`; the store returns nothing else. */
export function readFamily(text: string): Family {
  const [client, account, scope, born, ends, access, refresh, spent, code, until, resources] = JSON.parse(
    text,
  ) as Positions;
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
    }),
  };
}

/** All that the check of an access token needs; the rest is not parsed. */
export interface AccessRecord extends Pick<Family, 'client' | 'account' | 'scope' | 'access'> {
  readonly resources: GrantedResources;
}

export function readAccess(text: string): AccessRecord {
  const [client, account, scope, , , access, , , , , resources] = JSON.parse(text) as Positions;
  return {
    client,
    account,
    scope: readScope(scope),
    access: access.map(accessOf),
    resources: resources ? resourcesOf(resources) : EVERYWHERE,
  };
}
