import { envelopeClauses } from './clauses/http-envelope-clauses.ts';
import { idempotencyHeaderClauses } from './clauses/http-idempotency-clauses.ts';
import { isolationClauses } from './clauses/http-isolation-clauses.ts';
import { listingClauses } from './clauses/http-listing-clauses.ts';
import { refusalClauses } from './clauses/http-refusal-clauses.ts';
import { syncClauses } from './clauses/http-sync-clauses.ts';
import type { Contract } from './contract.ts';

/** A running service, known by its address and keys only. Clauses leave what they make behind and expect no empty plane. */
export interface HttpApi {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** A key of the test environment. */
  readonly key: string;
  /** A key of another organization, test environment. */
  readonly strangersKey: string;
  /** A key of the same organization, live environment. */
  readonly liveKey: string;
  /** A key of the same plane as `key` with the scope `read` alone, restricted to `connectionId`. */
  readonly readersKey: string;
  /** A connection of `key`, active. */
  readonly connectionId: string;
  /** Where connect sessions may return to. */
  readonly redirectUri: string;
}

/** What every host of the public API owes its callers, whatever it is built with. */
export const httpApiContract: Contract<HttpApi> = {
  port: 'HTTP API',
  clauses: [
    ...envelopeClauses,
    ...refusalClauses,
    ...listingClauses,
    ...idempotencyHeaderClauses,
    ...isolationClauses,
    ...syncClauses,
  ],
};
