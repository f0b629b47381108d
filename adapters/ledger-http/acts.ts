import { familyOf, isJsonObject, type LedgerGateway, ServiceError, textField } from '#core/ports';
import { type CallBounds, isType, readAnswer } from '../outgoing-http/transport.ts';
import type { Accepted, Caller } from './caller.ts';
import { payloadOf } from './prepare.ts';
import { recordAddress } from './reads.ts';
import { isRefusal, refusedElement, unreadable } from './refusal.ts';
import { families } from './wire/families.ts';
import { documentsOf } from './wire/family.ts';
import { writtenOf } from './wire/written.ts';

export function sendsOf(caller: Caller): Pick<LedgerGateway, 'send' | 'emailInvoice' | 'remove'> {
  return {
    async send(access, write, providerKey) {
      const family = families[write.type];
      const record = write.creates ? null : familyOf(write.type).singular;
      const call = {
        ...payloadOf(write),
        headers: { 'idempotency-key': providerKey },
        record,
        type: write.type,
      } as const;
      const { json, status, purpose } = await caller.json(access, call);
      const element = documentsOf(family, json)?.[0];
      if (isJsonObject(element) && isRefusal(element, family)) throw refusedElement(element, status, purpose);
      const written = writtenOf(family, element);
      if (!written) throw unreadable('it does not hold the record that was written', status, purpose);
      return written;
    },
    /** Provider: the answer is empty, and the call takes no key. */
    async remove(access, type, providerId) {
      const path = recordAddress(families[type], providerId);
      const call = { method: 'DELETE', path, record: familyOf(type).singular, type } as const;
      const { answer, finish } = await caller.open(access, call);
      finish((await readAnswer(answer)).bytes.length);
    },
    /** Provider: the answer is empty; only its status says that the mail was sent. */
    async emailInvoice(access, providerId, providerKey) {
      const path = recordAddress(families.invoices, providerId, '/Email');
      const call = { method: 'POST', path, headers: { 'idempotency-key': providerKey }, record: 'invoice' } as const;
      const { answer, finish } = await caller.open(access, call);
      finish((await readAnswer(answer)).bytes.length);
    },
  };
}

export function providerPages(
  caller: Caller,
  appUrl: string,
): Pick<LedgerGateway, 'onlineInvoiceUrl' | 'organizationLink'> {
  return {
    /** Provider: drafts and bills are refused, in words that may change. */
    async onlineInvoiceUrl(access, providerId) {
      const path = recordAddress(families.invoices, providerId, '/OnlineInvoice');
      try {
        const { json } = await caller.json(access, { method: 'GET', path, record: 'invoice' });
        const pages = json['OnlineInvoices'];
        const page = Array.isArray(pages) ? pages[0] : undefined;
        const url = isJsonObject(page) ? page['OnlineInvoiceUrl'] : undefined;
        return typeof url === 'string' && isWebAddress(url) ? url : undefined;
      } catch (error) {
        if (error instanceof ServiceError && error.code === 'PROVIDER_REJECTED') return undefined;
        throw error;
      }
    },
    organizationLink(organization) {
      const shortCode = textField(organization, 'short_code');
      return shortCode === null ? undefined : `${appUrl}/app/${encodeURIComponent(shortCode)}/`;
    },
  };
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

export function pdfOf(caller: Caller, bounds: CallBounds): LedgerGateway['renderPdf'] {
  return async (access, type, providerId) => {
    // Provider: the record's own address returns a PDF for this Accept header.
    const path = recordAddress(families[type], providerId);
    const call = { method: 'GET', path, accept: 'application/pdf', record: familyOf(type).singular } as const;
    const { answer, purpose, finish } = await caller.open(access, call, bounds);
    if (isType(answer.headers, 'pdf')) return counted(answer.body, finish);
    finish((await readAnswer(answer, 0)).bytes.length);
    throw unreadable('it is not a PDF document', answer.status, purpose);
  };
}

/** Passes bytes on, and reports the call when they have ended. */
export async function* counted(
  body: AsyncIterable<Uint8Array>,
  finish: Accepted['finish'],
): AsyncGenerator<Uint8Array> {
  let bytesIn = 0;
  try {
    for await (const chunk of body) {
      bytesIn += chunk.length;
      yield chunk;
    }
  } finally {
    finish(bytesIn);
  }
}
