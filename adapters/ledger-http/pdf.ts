// Streams a document as the provider renders it now, once it is sure to be one.
import { familyOf, type LedgerGateway } from '#core/ports';
import type { Accepted, Caller } from './caller.ts';
import { recordAddress } from './reads.ts';
import { unreadable } from './refusal.ts';
import { type CallBounds, isType } from './transport.ts';
import { families } from './wire/families.ts';

const signature = '%PDF-';

export function pdfOf(caller: Caller, bounds: CallBounds): LedgerGateway['renderPdf'] {
  return async (access, type, providerId) => {
    // Provider: the plain address of the record; only Accept makes it a document.
    const path = recordAddress(families[type], providerId);
    const call = { method: 'GET', path, accept: 'application/pdf', record: familyOf(type).singular } as const;
    const chunks = documentIn(await caller.open(access, call, bounds));
    await chunks.next();
    return chunks;
  };
}

/**
 * The body, after an empty chunk that says that it is a document; throws where it is none. Reports the call when it ends,
 * however it ends.
 */
async function* documentIn({ answer, purpose, finish }: Accepted): AsyncGenerator<Uint8Array> {
  let bytesIn = 0;
  let begin = Buffer.alloc(0);
  let isDocument = false;
  try {
    for await (const chunk of answer.body) {
      bytesIn += chunk.length;
      if (isDocument) {
        yield chunk;
        continue;
      }
      begin = Buffer.concat([begin, chunk]);
      if (begin.length < signature.length) continue;
      isDocument = isType(answer.headers, 'pdf') && begin.toString('latin1', 0, signature.length) === signature;
      if (!isDocument) break;
      yield new Uint8Array();
      yield begin;
    }
    if (!isDocument) throw unreadable('it is not a PDF document', answer.status, purpose);
  } finally {
    finish(bytesIn);
  }
}
