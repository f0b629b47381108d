import { badRequest } from '../../domain/errors.ts';

export const addressLongest = 254;

/** As it is kept and looked for: lower case, composed letters, so that nobody is there twice. */
export function normalAddress(email: string): string {
  return email.trim().toLowerCase().normalize('NFC');
}

/** Throws BAD_REQUEST where it cannot be an e-mail address, or holds what cannot be seen. */
export function memberAddress(email: string): string {
  const address = normalAddress(email);
  const isAddress =
    /^[^\s@\p{C}\p{Default_Ignorable_Code_Point}]{1,64}@[^\s@\p{C}\p{Default_Ignorable_Code_Point}]{1,189}$/u;
  if (!isAddress.test(address)) throw badRequest('email', 'email must be an e-mail address');
  return address;
}
