import { isIP } from 'node:net';
import type { AddressRule } from './address-rule.ts';

/** The "bad ports" of the Fetch standard: a server of another protocol there could obey an HTTP request. */
const fetchBadPorts = [
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
];

/** Ports of file shares, remote desktops, databases, caches, queues and clusters. */
const servicePorts = [
  445, 873, 1099, 1433, 1434, 1521, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5671, 5672, 5900, 5984, 5985, 5986,
  6379, 6380, 7001, 9042, 9092, 9160, 9200, 9300, 10250, 10255, 11211, 26257, 27017, 27018, 27019, 28015,
];

const blockedPorts: ReadonlySet<number> = new Set([...fetchBadPorts, ...servicePorts]);

/**
 * Says why an address can never be a destination. The addresses that a name resolves to are judged when they are
 * dialled.
 */
export function refusedDestination(text: string, allowHttp: boolean, mayDial: AddressRule): string | undefined {
  if (!URL.canParse(text)) return 'it is not an absolute URL';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) return 'the address must use https';
  if (url.username !== '' || url.password !== '') return 'the address must not hold credentials';
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (blockedPorts.has(port)) return `the port ${port} belongs to another protocol`;
  return isRefusedHost(url.hostname, mayDial) ? notPublic : undefined;
}

export const notPublic = 'the address is not public';

function isRefusedHost(hostname: string, mayDial: AddressRule): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return !mayDial('127.0.0.1') && !mayDial('::1');
  return isIP(host) !== 0 && !mayDial(host);
}
