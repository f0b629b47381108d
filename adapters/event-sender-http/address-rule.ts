// Which IP addresses may be dialled: global ones, and what the deployment opens for development.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type AddressRule = (address: string) => boolean;

type Address = ReturnType<typeof ipaddr.process>;

/** Throws on a range that is none. */
export function addressRule(allowCidrs: readonly string[]): AddressRule {
  const opened = allowCidrs.map((range) => ipaddr.parseCIDR(range.trim()));
  return (text) => {
    if (isIP(text) === 0) return false;
    // Reads ::ffff:a.b.c.d as the IPv4 address that it dials.
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

/** Azure's host, which hands out certificates and settings of the machine, has a global address of every network. */
const cloudHosts: ReadonlySet<string> = new Set(['168.63.129.16']);

/** Global unicast. 6to4 and NAT64 addresses carry the IPv4 address that is reached in the end, so that one counts. */
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
