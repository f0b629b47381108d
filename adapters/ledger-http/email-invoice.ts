import { type LedgerAccess, notFound } from '#core';
import type { Caller } from './caller.ts';
import type { CallBounds } from './http/bounds.ts';
import { readBody } from './http/read-body.ts';
import { checkedProviderKey } from './send.ts';
import { families } from './wire/families.ts';
import { isRecordId } from './wire/record.ts';

/** Provider: an empty body, and an empty answer. The status tells that it was done. */
export async function emailInvoice(
  caller: Caller,
  bounds: CallBounds,
  access: LedgerAccess,
  providerId: string,
  providerKey: string,
): Promise<void> {
  const family = families.invoices;
  if (!isRecordId(family, providerId)) throw notFound('invoice');
  const { answer, finish } = await caller.open(
    access,
    {
      method: 'POST',
      path: `${family.path}/${encodeURIComponent(providerId)}/Email`,
      accept: 'application/json',
      headers: { 'idempotency-key': checkedProviderKey(providerKey) },
      record: 'invoice',
    },
    bounds,
  );
  const { bytes } = await readBody(answer.body);
  finish(bytes.length);
}
