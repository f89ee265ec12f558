/* Texts of the conferencing page. */

export const CONFERENCING_TEXT = {
  title: 'Conferencing',
  detail: 'Connect the video accounts for your meetings.',
  lead: (videoHost: string) =>
    `A booking that uses a connected account gets its own meeting there, which is moved and deleted with the booking. Without a connected account people meet at ${videoHost}, where nobody needs an account.`,
  own: 'Your accounts',
  ownNone: 'You have not connected an account.',
  team: (name: string) => `Accounts of ${name}`,
  teamNone: (videoHost: string) =>
    `The team has not connected an account. Its bookings use the account of their host, or ${videoHost}.`,
  connected: (app: string) => `${app} is connected.`,
  disconnected: (app: string) =>
    `${app} is disconnected. Meeting links that were created in it stay in their bookings.`,
  failed: 'The account was not connected. Nothing has changed; try again.',
  isDefault: 'Used by default',
  noAccount: 'These meetings need no account.',
  revoked: (videoHost: string) =>
    `New bookings use ${videoHost} instead. Existing meetings are no longer updated with their bookings.`,
  teamRevoked: (videoHost: string) =>
    `New bookings use the account of their host, or ${videoHost}. Existing meetings are no longer updated with their bookings.`,
  connect: (name: string) => `Connect ${name}`,
  connectHint: 'You sign in there, allow access to meetings and return here.',
  disconnect: (name: string) => `Disconnect ${name}`,
  notSetUp: 'No accounts can be connected: this installation is not registered with any provider.',
} as const;
