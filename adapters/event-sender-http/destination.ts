import { isIP } from 'node:net';
import type { AddressRule } from './address-rule.ts';
import { blockedPorts } from './blocked-ports.ts';

const maxUrlLength = 2048;

/** Why this address can never be a destination, in words; what a name resolves to is seen when it is dialled. */
export function refusedDestination(text: string, allowHttp: boolean, mayDial: AddressRule): string | undefined {
  if (text.length > maxUrlLength) return `the address is longer than ${maxUrlLength} characters`;
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
  const host = bareHost(hostname);
  if (host === 'localhost' || host.endsWith('.localhost')) return !mayDial('127.0.0.1') && !mayDial('::1');
  return isIP(host) !== 0 && !mayDial(host);
}

/** A host as it is dialled: no brackets around IPv6, no final dot. */
export function bareHost(hostname: string): string {
  return hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}
