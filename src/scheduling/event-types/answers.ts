/* Reads the answer to one booking field: each type has a function from the sent value to the stored one. Pure. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/min/metadata';
import { z } from 'zod';
import {
  emailAddressFault,
  type EmailAddressFault,
  isEmailAddress,
  tidyEmailAddress,
} from '../../email-address.js';
import { isPlainLine, isPlainText, URL_LENGTH } from '../profile/rules.js';
import type { BookingField } from './event-type.js';

const LINE_LENGTH = 1_000;
const TEXT_LENGTH = 5_000;
const EMAILS = 100;

export type Read =
  { readonly kind: 'valid'; readonly value: unknown } | { readonly kind: 'fault'; readonly message: string };

/** What an answer depends on. */
type FieldRule = Pick<BookingField, 'type' | 'options'>;

const valid = (value: unknown): Read => ({ kind: 'valid', value });
const fault = (message: string): Read => ({ kind: 'fault', message });

/** In the form of E.164, or undefined for what is no number with its country. */
export function phoneNumber(text: string): string | undefined {
  const number =
    text.length > 40 ? undefined : parsePhoneNumberFromString(text, { extract: false }, metadata);
  return number?.isPossible() === true ? number.number : undefined;
}

const EMAIL_RULE = 'must be an e-mail address';
const EMAIL_RULES: Readonly<Record<EmailAddressFault, string>> = {
  malformed: EMAIL_RULE,
  local_part_too_long: `${EMAIL_RULE} with at most 64 bytes before the @`,
  too_long: `${EMAIL_RULE} of at most 254 bytes`,
};

/** An e-mail address in a request. */
export const emailAddress = z
  .string(EMAIL_RULE)
  .overwrite(tidyEmailAddress)
  .refine(isEmailAddress, {
    error: ({ input }) => EMAIL_RULES[emailAddressFault(String(input)) ?? 'malformed'],
  });

/** An address that a link on a page may carry. */
export function isWebUrl(text: string, protocols: readonly string[] = ['https:', 'http:']): boolean {
  if (text.length > URL_LENGTH || !isPlainLine(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocols.includes(protocol) && username === '' && password === '';
}

const ofText =
  (limit: number, isPlain: (text: string) => boolean) =>
  (value: unknown): Read => {
    if (typeof value !== 'string') return fault('must be a string');
    if (value.length > limit) return fault(`must be at most ${limit} characters`);
    return isPlain(value) ? valid(value.trim()) : fault('must not hold control characters');
  };

const line = ofText(LINE_LENGTH, isPlainLine);
const text = ofText(TEXT_LENGTH, isPlainText);

function oneEmail(value: unknown): Read {
  const address = typeof value === 'string' ? tidyEmailAddress(value) : '';
  const wrong = emailAddressFault(address);
  return wrong === undefined ? valid(address) : fault(EMAIL_RULES[wrong]);
}

function emails(value: unknown): Read {
  const message = `must be a list of at most ${EMAILS} e-mail addresses`;
  if (!Array.isArray(value) || value.length > EMAILS) return fault(message);
  const addresses = value.map((one: unknown) => (typeof one === 'string' ? tidyEmailAddress(one) : ''));
  return addresses.every(isEmailAddress) ? valid([...new Set(addresses)]) : fault(message);
}

function phone(value: unknown): Read {
  const number = typeof value === 'string' ? phoneNumber(value) : undefined;
  return number === undefined
    ? fault('must be a phone number with its country code, such as +351 21 000 0000')
    : valid(number);
}

/** A form sends digits, a program a number. */
function number(value: unknown): Read {
  const read = typeof value === 'string' && value.length <= 40 ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? valid(read) : fault('must be a number');
}

const url = (value: unknown): Read =>
  typeof value === 'string' && isWebUrl(value.trim())
    ? valid(value.trim())
    : fault('must be a URL that begins with https:// or http://');

const truth = (value: unknown): Read =>
  typeof value === 'boolean' ? valid(value) : fault('must be true or false');

const oneOf = (value: unknown, { options = [] }: FieldRule): Read =>
  typeof value === 'string' && options.includes(value)
    ? valid(value)
    : fault(`must be one of: ${options.join(', ')}`);

const someOf = (value: unknown, { options = [] }: FieldRule): Read =>
  Array.isArray(value) &&
  value.every((one) => typeof one === 'string' && options.includes(one)) &&
  new Set(value).size === value.length
    ? valid(value)
    : fault(`must be a list, each at most once, of: ${options.join(', ')}`);

type Reader = (value: unknown, field: FieldRule) => Read;

const READERS: Readonly<Record<BookingField['type'], Reader>> = {
  name: line,
  title: line,
  text: line,
  address: line,
  location: line,
  notes: text,
  rescheduleReason: text,
  textarea: text,
  email: oneEmail,
  guests: emails,
  multiemail: emails,
  phone,
  number,
  url,
  boolean: truth,
  select: oneOf,
  radio: oneOf,
  multiselect: someOf,
  checkbox: someOf,
};

export const readAnswer = (field: FieldRule, value: unknown): Read => READERS[field.type](value, field);
