import type { LineRecord } from '../books/line-record.ts';
import type { Call } from '../http/call.ts';
import type { Reply } from '../http/message.ts';
import type { Totals } from '../rules/tax.ts';
import { printPdf } from '../wire/pdf.ts';

export interface Printable {
  readonly number: string;
  readonly status: string;
  readonly contactId: string;
  readonly date: string;
  readonly brandingThemeId: string;
  readonly currencyCode: string;
  readonly lines: readonly LineRecord[];
  readonly totals: Totals;
  readonly updated: number;
}

export const wantsPdf = (call: Call): boolean => call.headers['accept']?.includes('application/pdf') ?? false;

/** Provider: prints the document as it is at the time of the call. */
export function printDocument(call: Call, title: string, printed: Printable): Promise<Reply> {
  return printPdf({
    ...printed,
    title,
    organisation: call.books.tenant.name,
    contact: call.books.contacts.get(printed.contactId)?.name ?? '',
    theme: call.books.brandingThemes.get(printed.brandingThemeId)?.name ?? '',
    currency: printed.currencyCode,
  });
}
