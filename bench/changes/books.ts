// A customer's invoices as the provider lists them, made on demand from two of its answers: any number, no memory.
import type { JsonObject } from '../../core/index.ts';
import listed from './invoices.json' with { type: 'json' };

const firstStampMs = Date.UTC(2026, 0, 1);
/** Between two changes: a busy day has a thousand and more. */
const apartMs = 60_000;

export interface ListQuery {
  readonly page: number;
  readonly pageSize: number;
  /** Null: all. */
  readonly since: Date | null;
}

export interface Books {
  /** The body of one page of the list, oldest change first. */
  page(query: ListQuery): string;
  /** The body of the answer about one invoice, changed at this moment. */
  one(id: string, changed: Date): string;
}

export function createBooks(invoices: number): Books {
  const write = writer();
  return {
    page: ({ page, pageSize, since }) => {
      const first = since ? Math.min(invoices, Math.max(0, Math.ceil((since.getTime() - firstStampMs) / apartMs))) : 0;
      const itemCount = invoices - first;
      const begin = first + (page - 1) * pageSize;
      const count = Math.max(0, Math.min(pageSize, invoices - begin));
      const documents = Array.from({ length: count }, (_, i) => write(begin + i));
      const pagination = { page, pageSize, pageCount: Math.ceil(itemCount / pageSize), itemCount };
      return envelope(documents, { pagination });
    },
    one: (id, changed) => envelope([write(0, id, changed.getTime())]),
  };
}

function envelope(documents: readonly string[], more: JsonObject = {}): string {
  const head = JSON.stringify({ Id: idOf(0), Status: 'OK', ProviderName: 'bench', ...more });
  return `${head.slice(0, -1)},"Invoices":[${documents.join(',')}]}`;
}

const idOf = (index: number): string => `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;

/** Writes an invoice as text: one that is due and one that is paid take turns. */
function writer(): (index: number, id?: string, stampMs?: number) => string {
  const templates = listed.map((document) => templateOf(document as JsonObject));
  return (index, id = idOf(index), stampMs = firstStampMs + index * apartMs) => {
    const template = templates[index % templates.length] ?? [];
    const values = [id, `INV-${index}`, `order-${index}`, String(stampMs)];
    return template.map((part) => (typeof part === 'number' ? values[part] : part)).join('');
  };
}

const holes = ['@id@', '@number@', '@reference@', '@stamp@'] as const;

/** The text of a document between what differs from one to the next. */
function templateOf(document: JsonObject): readonly (string | number)[] {
  const text = JSON.stringify({
    ...document,
    InvoiceID: holes[0],
    InvoiceNumber: holes[1],
    Reference: holes[2],
    UpdatedDateUTC: `/Date(${holes[3]}+0000)/`,
    UpdatedDateUTCString: undefined,
  });
  return text.split(/(@\w+@)/).map((part) => {
    const hole = (holes as readonly string[]).indexOf(part);
    return hole < 0 ? part : hole;
  });
}
