import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

export type AddressRule = (address: string) => boolean;

type Address = ReturnType<typeof ipaddr.process>;

/** Allows global addresses and the given ranges; throws on a malformed range. */
export function addressRule(allowCidrs: readonly string[]): AddressRule {
  const opened = allowCidrs.map((range) => ipaddr.parseCIDR(range.trim()));
  return (text) => {
    if (isIP(text) === 0) return false;
    // `process` turns ::ffff:a.b.c.d into the IPv4 address that a socket dials for it.
    const address = ipaddr.process(text);
    return opened.some((range) => isWithin(address, range)) || isGlobal(address);
  };
}

type Range = ReturnType<typeof ipaddr.parseCIDR>;

function isWithin(address: Address, [range, bits]: Range): boolean {
  return address.kind() === range.kind() && address.match(range, bits);
}

const globalIpv6 = ipaddr.parseCIDR('2000::/3');
const nat64 = ipaddr.parseCIDR('64:ff9b::/96');

/** Azure serves its metadata at this global address in every network. */
const cloudHosts: ReadonlySet<string> = new Set(['168.63.129.16']);

/** 6to4 and NAT64 addresses reach the IPv4 address inside them, so that address is judged. */
function isGlobal(address: Address): boolean {
  if (address instanceof ipaddr.IPv4) return isGlobalIpv4(address);
  const bytes = address.toByteArray();
  if (isWithin(address, nat64)) return isGlobalIpv4(new ipaddr.IPv4(bytes.slice(12, 16)));
  if (address.range() === '6to4') return isGlobalIpv4(new ipaddr.IPv4(bytes.slice(2, 6)));
  return address.range() === 'unicast' && isWithin(address, globalIpv6);
}

function isGlobalIpv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !cloudHosts.has(address.toString());
}

/**
 * Looks up a name for a socket and leaves out addresses that `mayDial` refuses. Sockets dial IP literals without a
 * look-up.
 */
export function guardedLookup(mayDial: AddressRule, resolve: typeof dnsLookup = dnsLookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => {
      if (error) return callback(error, []);
      const vetted = found.filter(({ address }) => mayDial(address));
      const [first] = vetted;
      if (!first) return callback(failure('REFUSED_ADDRESS'), []);
      if (options.all) callback(null, vetted);
      else callback(null, first.address, first.family);
    });
  };
}

export function failure(code: 'REFUSED_ADDRESS' | 'NO_CONNECTION' | 'NO_ANSWER'): Error {
  return Object.assign(new Error(code), { code });
}
