// In which currency an agent's write counts.
import { currencyIn } from '../../domain/agent-limits.ts';
import type { AgentRights } from '../../domain/agent-rights.ts';
import type { Connection } from '../../domain/connection.ts';
import { refusedFields } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { LedgerRecord } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { providerIdOf } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Ledger } from '../ledger/open-ledger.ts';

interface Counting {
  readonly ports: CorePorts;
  readonly connection: Connection;
  readonly agent: AgentRights;
  readonly ledger: Ledger;
}

/**
 * The currency of a document: its own, that of what it pays, its bank account's, or the organization's. Empty if nobody says it.
 * Looks into the copies first. Throws BAD_REQUEST where a limit asks and nobody can say which: the document names none, and
 * its contact has another than the organization.
 */
export async function currencyOf(
  counting: Counting,
  fields: JsonObject,
  before: LedgerRecord | null = null,
): Promise<string> {
  const own = currencyIn(fields, 'currency') ?? currencyIn(before?.fields, 'currency');
  if (own !== undefined) return own;
  for (const [name, type] of Object.entries(moneyOwners)) {
    const paid = currencyIn(await copyOf(counting, type, fields[name] ?? before?.fields[name]), 'currency');
    if (paid !== undefined) return paid;
  }
  const { bank_account_code: code, bank_account_id: bank } = fields;
  if (typeof code === 'string' && code !== '') return ofBankCode(counting, code);
  const base = await baseCurrency(counting);
  if (!hasAmounts(counting) || typeof bank === 'string') return base;
  const ofContact = currencyIn(await copyOf(counting, 'contacts', fields['contact_id']), 'default_currency');
  if (ofContact === undefined || ofContact === base) return base;
  const message = `is required: the contact has ${ofContact}, the organization ${base}, and the limits of this key ask which`;
  throw refusedFields([{ path: 'currency', message }]);
}

/** The records whose currency a document has, by the field that names them. */
const moneyOwners = {
  invoice_id: 'invoices',
  credit_note_id: 'credit_notes',
  prepayment_id: 'prepayments',
  overpayment_id: 'overpayments',
  from_account_id: 'accounts',
  bank_account_id: 'accounts',
} as const satisfies Readonly<Record<string, ResourceType>>;

/** True if a limit of the key asks for amounts. */
export function hasAmounts({ agent: { limits } }: Pick<Counting, 'agent'>): boolean {
  return limits?.perWrite != null || limits?.perDay != null;
}

async function copyOf(counting: Counting, type: ResourceType, id: unknown): Promise<JsonObject | undefined> {
  const { ports, connection, ledger } = counting;
  const providerId = typeof id === 'string' && id !== '' ? providerIdOf(type, id, ledger.provider.traits) : undefined;
  if (providerId === undefined) return undefined;
  const copies = await ports.storage.records.fieldsOf({ connectionId: connection.id, type }, [providerId]);
  return copies.get(providerId) ?? (hasAmounts(counting) ? (await ledger.read(type, providerId)).fields : undefined);
}

async function ofBankCode(counting: Counting, code: string): Promise<string> {
  if (!hasAmounts(counting)) return '';
  const { records } = await counting.ledger.list('accounts', { since: null, after: null });
  const account = records.find(({ fields }) => String(fields['code'] ?? '').toLowerCase() === code.toLowerCase());
  return currencyIn(account?.fields, 'currency') ?? '';
}

async function baseCurrency(counting: Counting): Promise<string> {
  const { ports, connection, ledger } = counting;
  const place = { connectionId: connection.id, type: 'organizations' } as const;
  const { itemsJson } = await ports.storage.records.list(place, { withoutNative: true }, { limit: 1, page: 1 });
  const [organization] = JSON.parse(itemsJson) as readonly JsonObject[];
  const base = currencyIn(organization, 'base_currency');
  if (base !== undefined || !hasAmounts(counting)) return base ?? '';
  const { records } = await ledger.list('organizations', { since: null, after: null });
  return currencyIn(records[0]?.fields, 'base_currency') ?? '';
}
