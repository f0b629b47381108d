// What the clauses of the ledger gateway have in common: calling it, and arranging records through it alone.
import { equal, fail, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  type FamilyTraits,
  type JsonObject,
  type LedgerAccess,
  type LedgerCall,
  type LedgerGateway,
  type LedgerListQuery,
  type LedgerPage,
  type LedgerRecord,
  type PreparedWrite,
  type ProviderTraits,
  type ResourceType,
  resourceTypes,
  ServiceError,
  type WriteIntent,
} from '#core/ports';

/**
 * A gateway and the right to call it for one tenant that has a chart of accounts. A page of its lists holds at most 25
 * records, so that the clauses meet several.
 */
export interface LedgerUnderTest {
  readonly gateway: LedgerGateway;
  readonly traits: ProviderTraits;
  readonly accessToken: string;
  readonly tenantId: string;
  /** The code of an account that payments are made from; without it, the first account of type BANK. */
  readonly payingAccount?: string;
}

export interface Bench {
  readonly gateway: LedgerGateway;
  readonly traits: ProviderTraits;
  readonly access: LedgerAccess;
  readonly payingAccount: string | undefined;
  /** What was reported since the bench was made. */
  readonly calls: readonly LedgerCall[];
}

type Traits = Pick<LedgerUnderTest, 'traits'>;

/** True if the provider promises all these acts; for `needs` of a clause. */
export function can(type: ResourceType, ...acts: readonly FamilyTraits['can'][number][]): (subject: Traits) => boolean {
  return ({ traits }) => acts.every((act) => traits.families[type]?.can.includes(act));
}

export function finds(type: ResourceType, ...fields: readonly string[]): (subject: Traits) => boolean {
  return ({ traits }) => fields.every((field) => traits.families[type]?.foundBy.includes(field));
}

export function writes(type: ResourceType, ...fields: readonly string[]): (subject: Traits) => boolean {
  return ({ traits: { families } }) =>
    fields.every((field) => families[type]?.writableFields?.includes(field) !== false);
}

export function all(...needs: readonly ((subject: Traits) => boolean)[]): (subject: Traits) => boolean {
  return (subject) => needs.every((need) => need(subject));
}

/** The families of which all of this is promised. */
export function familiesThat(
  { traits }: Traits,
  ...acts: readonly FamilyTraits['can'][number][]
): readonly ResourceType[] {
  return resourceTypes.filter((type) => can(type, ...acts)({ traits }));
}

/** Those fields that the provider has a place for. */
export function kept(subject: Traits, type: ResourceType, fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => writes(type, name)(subject)));
}

/** Well-formed ids of no record: the clauses make none so late. */
export function noSuchId({ traits }: Traits, type: ResourceType, i = 0): string {
  const form = traits.families[type]?.idForm;
  if (form === 'uuid') return randomUUID();
  return form === 'digits' ? String(999_999_999 - i) : `NOSUCHID${i}`;
}

export function benchOf({ gateway, traits, accessToken, tenantId, payingAccount }: LedgerUnderTest): Bench {
  const calls: LedgerCall[] = [];
  return {
    gateway,
    traits,
    payingAccount,
    calls,
    access: { accessToken, tenantId, report: (call) => void calls.push(call) },
  };
}

/** Text that no other record of the tenant has, so that the clauses can run on books that are in use. */
export function unique(word: string): string {
  return `${word} ${randomUUID()}`;
}

export const newKey = (): string => randomUUID();

/** Far more than any write has. */
const callsMost = 10;

/** Makes all calls of a write. */
export async function sendWhole({ gateway, access }: Bench, write: PreparedWrite, key = newKey()) {
  let { next, ...record } = await gateway.send(access, write, key);
  const made = [write];
  while (next && made.length < callsMost) {
    equal(next.creates, false, 'a second call that creates');
    made.push(next);
    ({ next, ...record } = await gateway.send(access, next, key));
  }
  return { record, last: made.at(-1) ?? write };
}

export async function write(bench: Bench, intent: WriteIntent, key = newKey()): Promise<LedgerRecord> {
  return (await sendWhole(bench, bench.gateway.prepare(intent), key)).record;
}

export function create(bench: Bench, type: ResourceType, fields: JsonObject): Promise<LedgerRecord> {
  return write(bench, { kind: 'create', type, fields });
}

/** A partial update, over the live record where the provider needs its version, or would lose what is not sent. */
export async function update(bench: Bench, record: LedgerRecord, fields: JsonObject): Promise<LedgerRecord> {
  return (await sendWhole(bench, await changeOf(bench, record, fields))).record;
}

export async function changeOf(bench: Bench, record: LedgerRecord, fields: JsonObject): Promise<PreparedWrite> {
  const { type, providerId } = record;
  const { comparesAndSets, families } = bench.traits;
  const updateReplaces = families[type]?.updateReplaces ?? false;
  const live = comparesAndSets || updateReplaces ? await reread(bench, record) : undefined;
  ok(!comparesAndSets || live?.version !== undefined, 'a record without a version');
  const existing = updateReplaces ? (live?.native ?? null) : null;
  return bench.gateway.prepare({ kind: 'update', type, providerId, fields, existing, version: live?.version });
}

export function reread({ gateway, access }: Bench, { type, providerId }: LedgerRecord): Promise<LedgerRecord> {
  return gateway.read(access, type, providerId);
}

export function newContact(bench: Bench, fields: JsonObject = {}): Promise<LedgerRecord> {
  return create(bench, 'contacts', { name: unique('Contact'), ...fields });
}

/** An invoice over 2 × 50.00 for a new contact: a draft unless `fields` say otherwise. */
export async function newInvoice(bench: Bench, fields: JsonObject = {}): Promise<LedgerRecord> {
  return create(bench, 'invoices', { ...(await invoiceFields(bench)), ...fields });
}

export async function invoiceFields(bench: Bench): Promise<JsonObject> {
  const contact = await newContact(bench);
  const line_items = [await lineOf(bench, 'REVENUE', { description: 'Hire', quantity: 2, unit_amount: 50 })];
  return { contact_id: contact.providerId, issue_date: '2026-09-14', due_date: '2026-10-14', line_items };
}

/** A line on an account of this class, where the provider has accounts. */
export async function lineOf(bench: Bench, kind: 'REVENUE' | 'EXPENSE', line: JsonObject): Promise<JsonObject> {
  if (!bench.traits.families.accounts) return line;
  const { fields } = await accountOf(bench, kind);
  return { ...line, account_code: fields['code'] ?? '' };
}

/** An active account of a class, the first by code; BANK is a type. */
export async function accountOf(
  { gateway, access, payingAccount }: Bench,
  kind: 'REVENUE' | 'EXPENSE' | 'BANK',
): Promise<LedgerRecord> {
  const { records } = await gateway.list(access, 'accounts', fromStart);
  const found = records.find(({ fields }) => {
    if (kind === 'BANK' && payingAccount !== undefined) return fields['code'] === payingAccount;
    const isKind = kind === 'BANK' ? fields['type'] === 'BANK' : fields['class'] === kind && fields['type'] !== 'BANK';
    return isKind && fields['status'] === 'ACTIVE' && fields['system_account'] === null && fields['code'] !== null;
  });
  return found ?? fail(`the tenant has no active ${kind} account`);
}

export const fromStart: LedgerListQuery = { since: null, after: null };

/** Reads pages to the end; they and their cursors are bounded. */
export async function* pagesOf(read: (after: string | null) => Promise<LedgerPage>): AsyncGenerator<LedgerPage> {
  const [mostPages, longestCursor] = [500, 1000];
  for (let [pages, after] = [0, null as string | null]; pages < mostPages; pages++) {
    const page = await read(after);
    yield page;
    if (page.next === null) return;
    ok(page.next.length <= longestCursor, `a cursor of ${page.next.length} characters`);
    after = page.next;
  }
  fail(`no end after ${mostPages} pages`);
}

/** Every record of a family, or those that changed since. */
export async function listAll(
  { gateway, access }: Bench,
  type: ResourceType,
  since: Date | null = null,
): Promise<LedgerRecord[]> {
  const records: LedgerRecord[] = [];
  for await (const page of pagesOf((after) => gateway.list(access, type, { since, after })))
    records.push(...page.records);
  return records;
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
