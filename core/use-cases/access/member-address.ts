import { badRequest } from '../../domain/errors.ts';

/** Lower case; throws BAD_REQUEST where it cannot be an e-mail address. */
export function memberAddress(email: string): string {
  const address = email.trim().toLowerCase();
  if (!/^[^\s@]{1,64}@[^\s@]{1,190}$/.test(address)) throw badRequest('email', 'email must be an e-mail address');
  return address;
}
