import type { TenantBooks } from '../books/tenant-books.ts';
import type { Doubtful } from '../control/doubtful.ts';
import type { JsonObject } from '../http/json.ts';

export type AnnouncedCategory = 'CONTACT' | 'INVOICE' | 'CREDITNOTE' | 'PAYMENT' | 'PREPAYMENT' | 'OVERPAYMENT';
export type AnnouncedChange = 'CREATE' | 'UPDATE';

/** What a rule works with: a tenant's books, the acting app, the time, and a function that announces a change. */
export interface BookContext {
  readonly books: TenantBooks;
  readonly clientId: string;
  /** UTC milliseconds of the sandbox's clock. */
  readonly now: number;
  /** Decimals to which writes round unit amounts: 2, or 4 with `unitdp=4`. */
  readonly unitPlaces: 2 | 4;
  /** True if the sandbox shows the kinder form of this behaviour. */
  isKinder(behaviour: Doubtful): boolean;
  newId(): string;
  /** Provider: newer categories have `data`. */
  announce(category: AnnouncedCategory, change: AnnouncedChange, id: string, data?: JsonObject): void;
}
