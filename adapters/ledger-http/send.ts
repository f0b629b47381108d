// Writes: sends what was prepared, and mails an invoice.
import { familyOf, isJsonObject, type LedgerGateway } from '#core/ports';
import type { Caller } from './caller.ts';
import { payloadOf } from './prepare.ts';
import { recordAddress } from './reads.ts';
import { refusedElement, unreadable } from './refusal.ts';
import { readAnswer } from './transport.ts';
import { families } from './wire/families.ts';
import { documentsOf, recordOf } from './wire/family.ts';

const maxProviderKeyLength = 128;

export function sendsOf(caller: Caller): Pick<LedgerGateway, 'send' | 'emailInvoice'> {
  return {
    async send(access, write, providerKey) {
      const family = families[write.type];
      const record = write.creates ? null : familyOf(write.type).singular;
      const call = { ...payloadOf(write), headers: keyHeader(providerKey), record } as const;
      const { json, status, purpose } = await caller.json(access, call);
      const element = documentsOf(family, json)?.[0];
      // Provider: a refusal may come as a success whose element says ERROR.
      if (isJsonObject(element) && element['StatusAttributeString'] === 'ERROR')
        throw refusedElement(element, status, purpose);
      const written = recordOf(family, element);
      if (!written) throw unreadable('it does not hold the record that was written', status, purpose);
      return written;
    },
    /** Provider: an empty body, and an empty answer. The status alone says that it was done. */
    async emailInvoice(access, providerId, providerKey) {
      const path = recordAddress(families.invoices, providerId, '/Email');
      const call = { method: 'POST', path, headers: keyHeader(providerKey), record: 'invoice' } as const;
      const { answer, finish } = await caller.open(access, call);
      finish((await readAnswer(answer)).bytes.length);
    },
  };
}

function keyHeader(providerKey: string): Readonly<Record<string, string>> {
  if (providerKey !== '' && providerKey.length <= maxProviderKeyLength) return { 'idempotency-key': providerKey };
  throw new Error(`a provider key has 1-${maxProviderKeyLength} characters, not ${providerKey.length}`);
}
