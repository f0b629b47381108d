import type { TenantBooks } from '../books/tenant-books.ts';
import type { JsonObject } from '../http/json.ts';

export type AnnouncedCategory = 'CONTACT' | 'INVOICE' | 'CREDITNOTE' | 'PAYMENT';
export type AnnouncedChange = 'CREATE' | 'UPDATE';

/** What a rule works with: one tenant's books, the acting app, the time, and a way to announce a change. */
export interface BookContext {
  readonly books: TenantBooks;
  readonly clientId: string;
  /** UTC milliseconds of the sandbox's clock. */
  readonly now: number;
  /** Decimals that unit amounts are rounded to on write: 2, or 4 with `unitdp=4`. */
  readonly unitPlaces: 2 | 4;
  newId(): string;
  /** Provider: the newer categories carry `data`. */
  announce(category: AnnouncedCategory, change: AnnouncedChange, id: string, data?: JsonObject): void;
}
