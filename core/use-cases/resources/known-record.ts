// Contacts and accounts are one with the record that already holds their number or code (the "Create identity rule").
import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import { type LedgerRecord, textField } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { LedgerGateway } from '../../ports/ledger-gateway.ts';
import { type Exactly, findExactly } from './find-exactly.ts';
import type { ReadPorts } from './read-resource.ts';
import type { WriteRequest } from './write-intent.ts';

const identifiers = { contacts: 'contact_number', accounts: 'code' } as const;

/** The identifier that a record to be created brings along; documents have none, nor has a contact without a number. */
export function identityOf(
  { describe }: Pick<LedgerGateway, 'describe'>,
  type: ResourceType,
  request: WriteRequest,
): Exactly | undefined {
  if (type !== 'contacts' && type !== 'accounts') return undefined;
  const fields = request.kind === 'native' ? describe(type, request.document) : request.fields;
  const field = identifiers[type];
  const value = textField({ fields }, field);
  return value === null ? undefined : { field, value };
}

/** The record that holds this identifier: an active one, else an archived one. Deleted ones have given theirs up. */
export function findKnown(ports: ReadPorts) {
  return async (caller: Caller, connection: Connection, identity: Exactly): Promise<LedgerRecord | undefined> => {
    const { records } = await findExactly(ports)(caller, connection, identity);
    const held = records.filter((record) => textField(record, 'status') !== 'DELETED');
    return held.find((record) => !isArchived(record)) ?? held[0];
  };
}

export function isArchived(record: LedgerRecord): boolean {
  return textField(record, 'status') === 'ARCHIVED';
}
