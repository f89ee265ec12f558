/* A row of the table of variables, some rows, and those of every provider. */
import { type Reader, text } from './readers.js';
import { contact, origin } from './urls.js';

export interface Variable<Value = unknown> {
  /** Begins a group in the documentation. */
  readonly heading?: string;
  readonly reader: Reader<Value>;
  /** As an operator would write it. `${PORT}` is the value of an earlier variable. */
  readonly default?: string;
  readonly defaultInProduction?: string;
  /** A valid value, where the default is none. */
  readonly example?: string;
  /** For operators, in Markdown; links are relative to docs/. */
  readonly meaning: string;
  readonly secret?: true;
}

export const securityContact = {
  reader: contact,
  example: 'security@scheduling.example',
  meaning:
    'Where vulnerabilities are reported, in `/.well-known/security.txt` (RFC 9116). Without it there is no such file.',
};
export const clientId = (provider: string, example: string) => ({
  reader: text('text'),
  example,
  meaning: `Client of this installation at ${provider}. [conferencing.md](conferencing.md) explains how to register it.`,
});
export const clientSecret = (provider: string, example: string) => ({
  reader: text('text'),
  example,
  meaning: `Secret of the client at ${provider}.`,
  secret: true as const,
});
export const gateway = (provider: string, example: string) => ({
  reader: origin,
  example,
  meaning: `Origin that answers in place of all hosts of ${provider}: a gateway or a test server.`,
});
