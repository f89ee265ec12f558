/* Lists of networks: proxies whose word is believed, private addresses that may be called. */
import { isIP } from 'node:net';
import type { Reading } from './variables.js';

/** A single address stands for the network that holds it alone; undefined when it is no network. */
function cidr(entry: string): string | undefined {
  const [address = '', prefix, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return undefined;
  const bits = family === 4 ? 32 : 128;
  if (prefix === undefined) return `${address}/${bits}`;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits ? entry : undefined;
}

export function readNetworks(reading: Reading, variable: string): readonly string[] {
  const networks = reading.list(variable).map((entry) => cidr(entry));
  const good = networks.filter((clientIp) => clientIp !== undefined);
  if (good.length < networks.length) {
    reading.fault(variable, 'has an entry that is not a network', 'write networks like 10.0.0.0/8,fd00::/8');
  }
  return good;
}
