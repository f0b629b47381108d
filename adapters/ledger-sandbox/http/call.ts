import type { Quirks } from '../control/quirks.ts';
import type { BookContext } from '../rules/book-context.ts';
import type { EchoCache } from '../wire/echo-cache.ts';
import type { Reply } from './message.ts';

/** An authorised call on one tenant: its book context, and what was asked. */
export interface Call extends BookContext {
  readonly appName: string;
  readonly method: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  readonly quirks: Quirks;
  readonly baseUrl: string;
  readonly echo: EchoCache;
}

/** What a token must be allowed to do; the write scope covers reads. */
export type ScopeArea = 'invoices' | 'payments' | 'contacts' | 'settings';

export interface Route {
  readonly area: ScopeArea;
  handle(call: Call, id: string): Reply | Promise<Reply>;
}

/** Keys such as `GET invoices/:id/history`: lower-case, the id as `:id`. */
export type RouteTable = Readonly<Record<string, Route>>;
