import { familyOf, isJsonObject, type LedgerAccess, type LedgerRecord, type PreparedWrite } from '#core';
import type { Caller } from './caller.ts';
import { refusedElement, unreadable } from './errors/refusal.ts';
import type { CallBounds } from './http/bounds.ts';
import { payloadOf } from './prepare.ts';
import { families } from './wire/families.ts';
import { documentsOf, recordOf } from './wire/record.ts';

const maxProviderKeyLength = 128;

/** Sends a prepared write as it stands and returns the record that the provider says it has written. */
export async function send(
  caller: Caller,
  bounds: CallBounds,
  access: LedgerAccess,
  write: PreparedWrite,
  providerKey: string,
): Promise<LedgerRecord> {
  const family = families[write.type];
  const { method, path, body } = payloadOf(write);
  const call = {
    method,
    path,
    body,
    accept: 'application/json',
    headers: { 'idempotency-key': checkedProviderKey(providerKey) },
    record: !write.creates ? familyOf(write.type).singular : null,
  } as const;
  const { json, status, purpose } = await caller.json(access, call, bounds);
  const element = documentsOf(family, json)?.[0];
  // Provider: a refusal may come as a success whose element says ERROR.
  if (isJsonObject(element) && element['StatusAttributeString'] === 'ERROR')
    throw refusedElement(element, status, purpose);
  const record = recordOf(family, element);
  if (!record) throw unreadable('it does not hold the record that was written', status, purpose);
  return record;
}

export function checkedProviderKey(providerKey: string): string {
  if (providerKey !== '' && providerKey.length <= maxProviderKeyLength) return providerKey;
  throw new Error(`a provider key has 1-${maxProviderKeyLength} characters, not ${providerKey.length}`);
}
