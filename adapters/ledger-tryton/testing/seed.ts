// The users of the books that tests copy.
import { type Hand, handOf, type Passwords, type Place, type Seeded, serviceLogin } from '../local/seed.ts';
import type { Rpc } from '../rpc.ts';

export { type Hand, handOf, logIn, makeChart, makeCompany, type Seeded, serviceLogin } from '../local/seed.ts';

export const adminPassword = 'admin-7xkqvz';
export const servicePassword = 'user-4wybjg';
export const passwords: Passwords = { admin: adminPassword, service: servicePassword };

/** A hand of the service's user, or of the administrator. */
export function serviceHand(rpc: Rpc, place: Place, { company }: Seeded): Promise<Hand> {
  return handOf(rpc, place, { login: serviceLogin, password: servicePassword, company });
}

export function adminHand(rpc: Rpc, place: Place, { company }: Seeded): Promise<Hand> {
  return handOf(rpc, place, { login: 'admin', password: adminPassword, company });
}
