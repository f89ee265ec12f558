/* The address of a port of the process's own, for its operator. */

export const ownUrl = (host: string, port: number, path = ''): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}${path}`;
