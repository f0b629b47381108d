// An invoice as the provider answers it, made on demand: any number, no memory.
import type { JsonObject } from '../../core/index.ts';
import answered from './invoice.json' with { type: 'json' };

const holes = ['@id@', '@stamp@'] as const;

/** The text of the answer between what differs from one invoice to the next. */
const parts = textOf(answered as JsonObject).split(/(@\w+@)/);

function textOf(invoice: JsonObject): string {
  const [id, stamp] = holes;
  const named = { InvoiceID: id, InvoiceNumber: `INV-${id}`, Reference: `order-${id}` };
  const changed = { UpdatedDateUTC: `/Date(${stamp}+0000)/`, UpdatedDateUTCString: undefined };
  return JSON.stringify({ ...invoice, ...named, ...changed });
}

/** The body of the answer about these invoices, each changed at its moment. */
export function invoicesAnswer(invoices: readonly { readonly id: string; readonly changed: Date }[]): string {
  const elements = invoices.map(({ id, changed }) => {
    const values: Readonly<Record<string, string>> = { '@id@': id, '@stamp@': String(changed.getTime()) };
    return parts.map((part) => values[part] ?? part).join('');
  });
  return `{"Status":"OK","ProviderName":"bench","Invoices":[${elements.join()}]}`;
}
