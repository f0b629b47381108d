import type { Shelved } from '../books/shelf.ts';

/** One code of the authorize step; its id is the code. Used once, for five minutes. */
export interface AuthorizationCodeRecord extends Shelved {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly consentId: string;
  readonly tenantIds: readonly string[];
  readonly codeChallenge?: string | undefined;
  readonly nonce?: string | undefined;
  readonly expiresAt: number;
}
