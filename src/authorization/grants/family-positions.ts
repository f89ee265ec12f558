/* The positions of a family record, and whether a value has them: what the store returns may be damaged. */
import type { Family } from './token-family.js';

/** JSON has no value for absent; `undefined` in an array becomes `null`, and is read back as absent. */
type Absent = null | undefined;

export type AccessPositions = readonly [
  hash: string,
  until: number,
  scope?: string | Absent,
  issuedAt?: number | Absent,
];
export type CodePositions = readonly [
  hash: string,
  until: number,
  epoch: string,
  redirectUri: string,
  challenge: string | Absent,
  redeemedBy: string | Absent,
  redeemedAt: number | Absent,
];
export type RefreshPositions = readonly [
  hash: string,
  generation: number,
  until: number,
  issuedAt?: number | Absent,
];
export type SpentPositions = readonly [
  hash: string,
  at: number,
  clientIp: string,
  sealedResponse: string,
  repeatedFrom?: readonly string[],
];
/** `null`: all of them. */
export type ResourceGroups = readonly [
  teams: readonly number[] | null,
  organizations: readonly number[] | null,
];
export type Positions = readonly [
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
  clientVersion?: number | Absent,
];

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number';
const isOptional =
  (check: Check): Check =>
  (value) =>
    value === undefined || value === null || check(value);
const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const isTuple =
  (...checks: readonly Check[]): Check =>
  (value) =>
    Array.isArray(value) && checks.every((check, at) => check(value[at]));

const isIds = isOptional(isListOf(isNumber));
const isAccess = isTuple(isText, isNumber, isOptional(isText), isOptional(isNumber));
const isRefresh = isTuple(isText, isNumber, isNumber, isOptional(isNumber));
const isSpent = isTuple(isText, isNumber, isText, isText, isOptional(isListOf(isText)));
const isCode = isTuple(
  ...[isText, isNumber, isText, isText, isOptional(isText), isOptional(isText), isOptional(isNumber)],
);
/** Newer values behind them are left alone. */
const isFamily = isTuple(
  ...[isText, isNumber, isText, isNumber, isNumber, isListOf(isAccess)],
  ...[isOptional(isRefresh), isOptional(isSpent), isOptional(isCode), isOptional(isText)],
  ...[isOptional(isTuple(isIds, isIds)), isOptional(isNumber)],
);

export const isRecord = (value: unknown): value is Positions => isFamily(value);
