import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import { TLSSocket } from 'node:tls';

/** `true`: whoever connects is the proxy. Ranges: only who connects from them. */
export type ProxyTrust = boolean | readonly string[];

/**
 * Whether a request came by HTTPS: over TLS to this host, or else by the word of a trusted proxy. Only the last value of
 * `X-Forwarded-Proto` is that proxy's own word: the values before it were in the request when the proxy got it.
 */
export function cameByHttps(trust: ProxyTrust): (request: IncomingMessage) => boolean {
  const trusted = trustedPeer(trust);
  return (request) => {
    if (request.socket instanceof TLSSocket) return true;
    if (!trusted(request.socket.remoteAddress)) return false;
    const said = String(request.headers['x-forwarded-proto'] ?? '');
    return said.split(',').at(-1)?.trim().toLowerCase() === 'https';
  };
}

function trustedPeer(trust: ProxyTrust): (address: string | undefined) => boolean {
  if (typeof trust === 'boolean') return () => trust;
  const ranges = new BlockList();
  for (const range of trust) {
    const [address = '', bits = ''] = range.split('/');
    ranges.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return (address) => address !== undefined && ranges.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
