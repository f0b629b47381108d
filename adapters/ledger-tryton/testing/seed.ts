// The users of the books that tests copy.
import { clientAs, type Passwords, type Place, type Seeded, serviceLogin, type TrytonClient } from '../local/seed.ts';
import type { Rpc } from '../rpc.ts';

export {
  clientAs,
  logIn,
  makeChart,
  makeCompany,
  type Seeded,
  serviceLogin,
  type TrytonClient,
} from '../local/seed.ts';

export const adminPassword = 'admin-7xkqvz';
export const servicePassword = 'user-4wybjg';
export const passwords: Passwords = { admin: adminPassword, service: servicePassword };

/** Calls the server as the service's user; `adminClient` calls it as the administrator. */
export function serviceClient(rpc: Rpc, place: Place, { company }: Seeded): Promise<TrytonClient> {
  return clientAs(rpc, place, { login: serviceLogin, password: servicePassword, company });
}

export function adminClient(rpc: Rpc, place: Place, { company }: Seeded): Promise<TrytonClient> {
  return clientAs(rpc, place, { login: 'admin', password: adminPassword, company });
}
