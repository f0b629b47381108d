import type { Shelved } from '../books/shelf.ts';

/** `rotatedAt` is the time of its first use; it works for a grace time after that. */
export interface RefreshTokenRecord extends Shelved {
  readonly token: string;
  readonly clientId: string;
  readonly consentId: string;
  readonly tenantIds: readonly string[];
  readonly scopes: readonly string[];
  readonly expiresAt: number;
  readonly rotatedAt?: number | undefined;
}
