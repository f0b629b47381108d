import type { Shelved } from '../books/shelf.ts';

/** A code of the authorize step, which is also its id. It works once, within five minutes. */
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
