import type { Quirks } from '../control/quirks.ts';
import type { BookContext } from '../rules/book-context.ts';
import type { EchoCache } from '../wire/echo-cache.ts';
import type { Reply } from './message.ts';

/** An authorised call on a tenant, with its book context. */
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

/** What a token must be allowed to do; the write scope includes reads. */
export type ScopeArea =
  | 'invoices'
  | 'payments'
  | 'contacts'
  | 'settings'
  | 'items'
  | 'attachments'
  | 'manualjournals'
  | 'banktransactions'
  | 'reports.profitandloss'
  | 'reports.balancesheet'
  | 'reports.trialbalance'
  | 'reports.aged'
  | 'reports.banksummary'
  | 'banktransactions';

export interface Route {
  readonly area: ScopeArea;
  /** `name`: what follows the part, such as a file's name; empty where there is none. */
  handle(call: Call, id: string, name: string): Reply | Promise<Reply>;
}

/** Keys are written as `GET invoices/:id/history` or `GET invoices/:id/attachments/:name`, in lower case. */
export type RouteTable = Readonly<Record<string, Route>>;
