import type { Shelved } from '../books/shelf.ts';

/** An app registered at the provider; its id is the client id. Without a secret it is a PKCE app. */
export interface AppRecord extends Shelved {
  readonly name: string;
  readonly clientSecret?: string | undefined;
  readonly redirectUris: readonly string[];
  /** What it may ask for; absent for everything that exists. */
  readonly scopes?: readonly string[] | undefined;
  readonly webhookUrl?: string | undefined;
  readonly webhookKey?: string | undefined;
  /** The app's last notification sequence, counted over all tenants; it only grows. */
  readonly sequence: number;
}
