import type { Shelved } from '../books/shelf.ts';

/** `rotatedAt`: first used then; it still works for the grace time after. */
export interface RefreshTokenRecord extends Shelved {
  readonly token: string;
  readonly clientId: string;
  readonly consentId: string;
  readonly tenantIds: readonly string[];
  readonly scopes: readonly string[];
  readonly expiresAt: number;
  readonly rotatedAt?: number | undefined;
}
