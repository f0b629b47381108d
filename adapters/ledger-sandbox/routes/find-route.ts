import type { Route, RouteTable } from '../http/call.ts';
import { attachmentRoutes } from './attachment-routes.ts';
import { bankTransactionRoutes } from './bank-transaction-routes.ts';
import { contactGroupRoutes } from './contact-group-routes.ts';
import { contactRoutes } from './contact-routes.ts';
import { creditNoteRoutes } from './credit-note-routes.ts';
import { currencyRoutes } from './currency-routes.ts';
import { historyRoutes } from './history-routes.ts';
import { invoiceRoutes } from './invoice-routes.ts';
import { itemRoutes } from './item-routes.ts';
import { journalRoutes } from './journal-routes.ts';
import { paymentBatchRoutes } from './payment-batch-routes.ts';
import { paymentRoutes } from './payment-routes.ts';
import { purchaseOrderRoutes } from './purchase-order-routes.ts';
import { quoteRoutes } from './quote-routes.ts';
import { reportRoutes } from './report-routes.ts';
import { settingsRoutes } from './settings-routes.ts';
import { trackingRoutes } from './tracking-routes.ts';

const routes = new Map<string, Route>(
  Object.entries<Route>({
    ...contactRoutes,
    ...invoiceRoutes,
    ...creditNoteRoutes,
    ...paymentRoutes,
    ...bankTransactionRoutes,
    ...quoteRoutes,
    ...purchaseOrderRoutes,
    ...settingsRoutes,
    ...itemRoutes,
    ...journalRoutes,
    ...trackingRoutes,
    ...contactGroupRoutes,
    ...currencyRoutes,
    ...paymentBatchRoutes,
    ...historyRoutes,
    ...attachmentRoutes,
    ...reportRoutes,
  } satisfies RouteTable),
);

const paths = new Set([...routes.keys()].map((key) => key.slice(key.indexOf(' ') + 1)));

export type FoundRoute =
  | { readonly kind: 'route'; readonly route: Route; readonly id: string; readonly name: string }
  /** The path exists, but not with this method. */
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'unknown' };

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** `path` is below the API's base; family names match in any case. */
export function findRoute(method: string, path: string): FoundRoute {
  // Provider: a blank that was not encoded ends the address.
  if (path.includes(' ')) return { kind: 'unknown' };
  const [family = '', id = '', part = '', name = '', ...rest] = path.replace(/\/$/, '').split('/');
  if (rest.length > 0) return { kind: 'unknown' };
  const literal = `${family}${id === '' ? '' : `/${id}`}`.toLowerCase();
  const named = part === '' ? '' : `/${part.toLowerCase()}${name === '' ? '' : '/:name'}`;
  const pattern = part === '' && paths.has(literal) ? literal : `${family.toLowerCase()}/:id${named}`;
  if (!paths.has(pattern)) return { kind: 'unknown' };
  const route = routes.get(`${method} ${pattern}`);
  if (!route) return { kind: 'unsupported' };
  return { kind: 'route', route, id: pattern === literal ? '' : decode(id), name: decode(name) };
}
