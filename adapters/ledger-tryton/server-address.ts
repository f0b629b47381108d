// Decides which servers may be called. Customers enter the address, so it must follow the rules of webhook destinations and
// its host must be on the operator's list.
import { badRequest } from '../../core/ports.ts';
import { type AddressRule, addressRule } from '../outgoing-http/address-rule.ts';
import { refusedDestination } from '../outgoing-http/destination.ts';

export interface ServerRules {
  /** Hosts such as `books.example.com`, `books.example.com:8000` or `*.example.com`; without a port any port is meant. */
  readonly allowedHosts: readonly string[];
  /** Private ranges that may be dialled, such as `127.0.0.0/8`. */
  readonly allowCidrs: readonly string[];
  /** Allows plain http; for development only. */
  readonly allowHttp: boolean;
}

interface ServerAddresses {
  readonly mayDial: AddressRule;
  /** The address without a trailing slash. Throws BAD_REQUEST that names the field `server_address`. */
  accept(text: string): string;
}

export function createServerAddresses({ allowedHosts, allowCidrs, allowHttp }: ServerRules): ServerAddresses {
  const mayDial = addressRule(allowCidrs);
  const isListed = ({ host, hostname }: URL) =>
    allowedHosts.some((entry) =>
      entry.startsWith('*.') ? hostname.endsWith(entry.slice(1)) : entry === host || entry === hostname,
    );
  return {
    mayDial,
    accept(text) {
      const refused = refusedDestination(text, allowHttp, mayDial);
      if (refused !== undefined) throw badRequest('server_address', refused);
      const url = new URL(text);
      if (url.search !== '' || url.hash !== '') throw badRequest('server_address', 'must end with the path');
      if (!isListed(url))
        throw badRequest('server_address', `the host ${url.host} is not one of those that may be used`);
      return url.origin + url.pathname.replace(/\/+$/, '');
    },
  };
}
