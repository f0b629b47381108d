import type { Books } from '../books/books.ts';
import type { AccessTokenRecord } from './access-token-record.ts';

export type BearerCheck =
  | { readonly kind: 'token'; readonly token: AccessTokenRecord }
  | { readonly kind: 'refused'; readonly detail: string };

export interface BearerGate {
  check(authorization: string | undefined): BearerCheck;
}

/** Formats as `09/14/2026 09:30:00`. */
function usMoment(ms: number): string {
  const iso = new Date(ms).toISOString();
  return `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)} ${iso.slice(11, 19)}`;
}

export function createBearerGate(books: Books, now: () => number): BearerGate {
  return {
    check(authorization) {
      const sent = /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1];
      const token = sent === undefined ? undefined : books.accessTokens.find('token', sent)[0];
      if (!token) return { kind: 'refused', detail: 'AuthenticationUnsuccessful' };
      if (token.expiresAt > now()) return { kind: 'token', token };
      return { kind: 'refused', detail: `TokenExpired: token expired at ${usMoment(token.expiresAt)}` };
    },
  };
}
