/* What the page of conferencing apps says. */

export const CONFERENCING_TEXT = {
  title: 'Conferencing',
  detail: 'Connect the accounts in which your meetings are held.',
  lead: (rooms: string) =>
    `A booking that is held in a connected account gets a meeting of its own there, which moves and goes with it. Without one people meet in a room at ${rooms}, which needs no account.`,
  own: 'Your accounts',
  ownNone: 'You have connected none.',
  team: (name: string) => `Accounts of ${name}`,
  teamNone: 'The team has connected none: its bookings are held in the account of their host, or in a room.',
  connected: 'The account is connected.',
  disconnected: 'The account is disconnected. Links of meetings that were made in it stay in their bookings.',
  failed: 'The account was not connected. Nothing has changed; try again.',
  usual: 'Used by default',
  room: 'A room',
  roomDetail: 'Meetings are in rooms that need no account.',
  ended: (rooms: string) =>
    `New bookings get a room at ${rooms} instead. Meetings that were made before do not follow their bookings any more.`,
  teamEnded: (rooms: string) =>
    `New bookings are held in the account of their host, or else in a room at ${rooms}. Meetings that were made before do not follow their bookings any more.`,
  connect: (name: string) => `Connect ${name}`,
  connectHint: 'You sign in there, allow meetings to be made and come back.',
  disconnect: (name: string) => `Disconnect ${name}`,
  nothing: 'No account can be connected here: the operator has registered this installation at no provider.',
} as const;
