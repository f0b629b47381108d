// Streams a document as the provider renders it now, once it is sure to be one.
import { familyOf, type LedgerAccess, type ResourceType } from '#core/ports';
import type { Accepted, Caller } from './caller.ts';
import { recordAddress } from './reads.ts';
import { unreadable } from './refusal.ts';
import { type CallBounds, isType } from './transport.ts';
import { families } from './wire/families.ts';

const signature = '%PDF-';

export async function renderPdf(
  { caller, bounds }: { readonly caller: Caller; readonly bounds: CallBounds },
  access: LedgerAccess,
  type: ResourceType,
  providerId: string,
): Promise<AsyncIterable<Uint8Array>> {
  const { singular } = familyOf(type);
  // Provider: the plain address of the record; only Accept makes it a document.
  const path = recordAddress(families[type], providerId);
  const call = { method: 'GET', path, accept: 'application/pdf', record: singular } as const;
  const accepted = await caller.open(access, call, bounds);
  const chunks = guarded(accepted);
  const begin = await firstBytes(chunks);
  const isPdf =
    isType(accepted.answer.headers, 'pdf') && begin.subarray(0, signature.length).toString('latin1') === signature;
  if (isPdf) return continued(begin, chunks);
  await chunks.return();
  throw unreadable('it is not a PDF document', accepted.answer.status, accepted.purpose);
}

/** The body; reports the call when it ends, however it ends. */
async function* guarded({ answer, finish }: Accepted): AsyncGenerator<Uint8Array, void, undefined> {
  let bytesIn = 0;
  try {
    for await (const chunk of answer.body) {
      bytesIn += chunk.length;
      yield chunk;
    }
  } finally {
    finish(bytesIn);
  }
}

async function firstBytes(chunks: AsyncIterator<Uint8Array, void, undefined>): Promise<Buffer> {
  let begin = Buffer.alloc(0);
  while (begin.length < signature.length) {
    const next = await chunks.next();
    if (next.done) break;
    begin = Buffer.concat([begin, next.value]);
  }
  return begin;
}

async function* continued(
  begin: Uint8Array,
  rest: AsyncGenerator<Uint8Array, void, undefined>,
): AsyncGenerator<Uint8Array> {
  try {
    yield begin;
    yield* rest;
  } finally {
    await rest.return();
  }
}
