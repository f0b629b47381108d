// What the clauses of the ledger gateway have in common: calling it, and arranging records through it alone.
import { fail, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  type JsonObject,
  type LedgerAccess,
  type LedgerCall,
  type LedgerGateway,
  type LedgerRecord,
  type ResourceType,
  ServiceError,
  type WriteIntent,
} from '#core/ports';

/** A gateway and the right to call it for one tenant that has a chart of accounts. */
export interface LedgerUnderTest {
  readonly gateway: LedgerGateway;
  readonly accessToken: string;
  readonly tenantId: string;
}

export interface Bench {
  readonly gateway: LedgerGateway;
  readonly access: LedgerAccess;
  /** What was reported since the bench was made. */
  readonly calls: readonly LedgerCall[];
}

export function benchOf({ gateway, accessToken, tenantId }: LedgerUnderTest): Bench {
  const calls: LedgerCall[] = [];
  return { gateway, calls, access: { accessToken, tenantId, report: (call) => void calls.push(call) } };
}

/** Text that no other record of the tenant has, so that the clauses can run on books that are in use. */
export function unique(word: string): string {
  return `${word} ${randomUUID()}`;
}

export const newKey = (): string => randomUUID();

export function write({ gateway, access }: Bench, intent: WriteIntent, key = newKey()): Promise<LedgerRecord> {
  return gateway.send(access, gateway.prepare(intent), key);
}

export function create(bench: Bench, type: ResourceType, fields: JsonObject): Promise<LedgerRecord> {
  return write(bench, { kind: 'create', type, fields });
}

/** A partial update; `existing` is the live document where the provider would lose what is not sent. */
export function update(
  bench: Bench,
  { type, providerId }: LedgerRecord,
  fields: JsonObject,
  existing: JsonObject | null = null,
): Promise<LedgerRecord> {
  return write(bench, { kind: 'update', type, providerId, fields, existing });
}

export function reread({ gateway, access }: Bench, { type, providerId }: LedgerRecord): Promise<LedgerRecord> {
  return gateway.read(access, type, providerId);
}

export function newContact(bench: Bench, fields: JsonObject = {}): Promise<LedgerRecord> {
  return create(bench, 'contacts', { name: unique('Contact'), ...fields });
}

/** An invoice over 2 × 50.00 for a new contact: a draft unless `fields` say otherwise. */
export async function newInvoice(bench: Bench, fields: JsonObject = {}): Promise<LedgerRecord> {
  const contact = await newContact(bench);
  const account = await accountOf(bench, 'REVENUE');
  return create(bench, 'invoices', {
    contact_id: contact.providerId,
    issue_date: '2026-09-14',
    due_date: '2026-10-14',
    line_items: [{ description: 'Hire', quantity: 2, unit_amount: 50, account_code: account.fields['code'] ?? '' }],
    ...fields,
  });
}

/** An active account of a class, the first by code; BANK is a type. */
export async function accountOf(
  { gateway, access }: Bench,
  kind: 'REVENUE' | 'EXPENSE' | 'BANK',
): Promise<LedgerRecord> {
  const { records } = await gateway.list(access, 'accounts', { page: 1, pageSize: 100, modifiedSince: null });
  const found = records.find(({ fields }) => {
    const isKind = kind === 'BANK' ? fields['type'] === 'BANK' : fields['class'] === kind && fields['type'] !== 'BANK';
    return isKind && fields['status'] === 'ACTIVE' && fields['system_account'] === null && fields['code'] !== null;
  });
  return found ?? fail(`the tenant has no active ${kind} account`);
}

/** Every record of a family; the pages are bounded. */
export async function listAll({ gateway, access }: Bench, type: ResourceType, pageSize = 100): Promise<LedgerRecord[]> {
  const records: LedgerRecord[] = [];
  const mostPages = 200;
  for (let page = 1; page <= mostPages; page++) {
    const next = await gateway.list(access, type, { page, pageSize, modifiedSince: null });
    records.push(...next.records);
    if (!next.hasMore) return records;
  }
  return fail(`${type} do not end after ${mostPages} pages`);
}

export async function refusalOf(work: Promise<unknown>): Promise<ServiceError> {
  const thrown: unknown = await work.then(
    () => fail('it was not refused'),
    (error: unknown) => error,
  );
  ok(thrown instanceof ServiceError, `not a ServiceError: ${String(thrown)}`);
  return thrown;
}

export const oneLine = (fields: JsonObject): JsonObject => {
  const lines = fields['line_items'];
  const line: unknown = Array.isArray(lines) ? lines[0] : undefined;
  return typeof line === 'object' && line !== null ? (line as JsonObject) : fail('it has no line');
};
