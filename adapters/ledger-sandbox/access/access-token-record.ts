import type { Shelved } from '../books/shelf.ts';

export interface AccessTokenRecord extends Shelved {
  readonly token: string;
  readonly clientId: string;
  readonly consentId: string;
  readonly scopes: readonly string[];
  readonly expiresAt: number;
}
