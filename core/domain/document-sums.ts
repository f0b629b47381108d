import { Decimal } from 'decimal.js';
import { netOf } from './document-lines.ts';
import { isJsonObject, type Json, type JsonObject } from './json.ts';

/** Adds up the lines of documents by their currency, as their senders wrote them. */
export class DocumentSums {
  readonly #sums = new Map<string, Decimal>();

  /** Adds a document's lines, each of one piece unless it says how many, or a payment's amount. */
  add(document: JsonObject): void {
    const { line_items: lines, amount, currency, type } = document;
    const added = Array.isArray(lines)
      ? (lines as readonly Json[])
          .filter(isJsonObject)
          .reduce((sum, line) => sum.plus(netOf({ quantity: 1, ...line })), new Decimal(0))
      : typeof amount === 'number'
        ? new Decimal(amount)
        : undefined;
    if (!added) return;
    const of = typeof currency === 'string' ? currency.toUpperCase() : '';
    const title = `${type === 'payable' ? 'bills ' : ''}${of}`;
    this.#sums.set(title, (this.#sums.get(title) ?? new Decimal(0)).plus(added));
  }

  /** Such as `EUR 28,000.00, NZD 950.00`; an amount without a currency is in the organization's own. */
  toString(): string {
    const amounts = [...this.#sums].sort(([one], [other]) => (one < other ? -1 : 1));
    return amounts.map(([title, sum]) => `${title} ${written(sum)}`.trim()).join(', ');
  }
}

/** With thousands grouped and at least two decimals. */
function written(sum: Decimal): string {
  const [whole = '', fraction] = sum.toFixed(Math.max(2, sum.decimalPlaces())).split('.');
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}
