import { type LedgerRecord, textField } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { familyOf } from '../../families/all-families.ts';
import type { LedgerGateway } from '../../ports/ledger-gateway.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { WriteRequest } from './parse-write.ts';

/** The value that a record's field must have, including letter case; an email address and an item's code in any case. */
export interface Exactly {
  /** Absent for a contact, and for an account, which alone has a code in what earlier builds have stored. */
  readonly type?: ResourceType | undefined;
  readonly field: 'contact_number' | 'name' | 'email' | 'code';
  readonly value: string;
}

interface ExactFinds {
  readonly records: readonly LedgerRecord[];
  /** False if there were more pages than are read. */
  readonly isWhole: boolean;
}

const pagesMax = 5;

/** Finds archived records, too; one budgeted call a page, at most five. */
export async function findExactly(ledger: Pick<Ledger, 'find'>, wanted: Exactly): Promise<ExactFinds> {
  const { records, isWhole } = await findAll(ledger, wanted, wanted.value);
  return { records: records.filter((record) => holds(record, wanted)), isWhole };
}

async function findAll(
  ledger: Pick<Ledger, 'find'>,
  { type: named, field }: Pick<Exactly, 'type' | 'field'>,
  value: string | readonly string[],
): Promise<ExactFinds> {
  const type = named ?? (field === 'code' ? 'accounts' : 'contacts');
  const records: LedgerRecord[] = [];
  let after: string | null = null;
  for (let pages = 0; pages < pagesMax; pages++) {
    const found = await ledger.find({ type, where: { [field]: value }, after });
    records.push(...found.records);
    after = found.next;
    if (after === null) return { records, isWhole: true };
  }
  return { records, isWhole: false };
}

function holds(record: LedgerRecord, { field, value }: Exactly): boolean {
  const held = textField(record, field);
  const inAnyCase = field === 'email' || record.type === 'items';
  return inAnyCase ? held?.toLowerCase() === value.toLowerCase() : held === value;
}

/** Undefined for documents and for contacts without a number: nothing identifies them. */
export function identityOf(
  { describe }: Pick<LedgerGateway, 'describe'>,
  type: ResourceType,
  request: WriteRequest,
): Exactly | undefined {
  const field = familyOf(type).identifier;
  if (field === null) return undefined;
  const fields = request.kind === 'native' ? describe(type, request.document) : request.fields;
  const value = textField({ fields }, field);
  return value === null ? undefined : { field, value };
}

/** The record with this identifier: an active one, else an archived one. A deleted record has given its identifier up. */
export async function findKnown(ledger: Pick<Ledger, 'find'>, identity: Exactly): Promise<LedgerRecord | undefined> {
  return knownAmong((await findExactly(ledger, identity)).records);
}

const identifiersACall = 20;
/** Other values are searched one by one. */
const isPlain = /^[\w .@/-]+$/;

/** The records with these identifiers of one field, by value; one call finds twenty. */
export async function findKnownOfMany(
  ledger: Pick<Ledger, 'find'>,
  identities: readonly Exactly[],
): Promise<ReadonlyMap<string, LedgerRecord>> {
  const known = new Map<string, LedgerRecord>();
  const [plain, others] = [true, false].map((is) => identities.filter(({ value }) => isPlain.test(value) === is));
  for (const identity of others ?? []) {
    const record = await findKnown(ledger, identity);
    if (record) known.set(identity.value, record);
  }
  for (let rest = plain ?? []; rest.length > 0; rest = rest.slice(identifiersACall)) {
    const some = rest.slice(0, identifiersACall);
    const values = some.map(({ value }) => value);
    const { records } = await findAll(ledger, some[0] as Exactly, values);
    for (const identity of some) {
      const record = knownAmong(records.filter((one) => holds(one, identity)));
      if (record) known.set(identity.value, record);
    }
  }
  return known;
}

function knownAmong(records: readonly LedgerRecord[]): LedgerRecord | undefined {
  const held = records.filter((record) => textField(record, 'status') !== 'DELETED');
  return held.find((record) => !isArchived(record)) ?? held[0];
}

export function isArchived(record: LedgerRecord): boolean {
  return textField(record, 'status') === 'ARCHIVED';
}
