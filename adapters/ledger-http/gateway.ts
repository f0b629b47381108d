import type { Clock, LedgerGateway } from '#core/ports';
import { type CallBounds, createTransport, type Transport } from '../outgoing-http/transport.ts';
import { pdfOf, providerPages, sendsOf } from './acts.ts';
import { allocationsOf } from './allocations.ts';
import { attachmentsOf } from './attachments.ts';
import { barredOf } from './barred-acts.ts';
import { createCaller } from './caller.ts';
import { couldBe } from './could-be.ts';
import { historyOf } from './history.ts';
import { identify } from './native-document.ts';
import { documentOf, prepare } from './prepare.ts';
import type { LedgerProfile } from './profile.ts';
import { largestPageSize, readsOf } from './reads.ts';
import { reportsOf } from './reports/reports.ts';
import { requestsOf } from './requests.ts';
import { sendManyOf } from './send-many.ts';
import { families } from './wire/families.ts';
import { readFields } from './wire/field.ts';

export interface LedgerHttpOptions {
  readonly profile: LedgerProfile;
  readonly clock: Clock;
  readonly bounds?: Partial<CallBounds>;
  /** The most records of a listed page; the provider gives at most 1,000, the default. */
  readonly pageSize?: number;
  /** Used instead of HTTP, for a provider in the same process. */
  readonly transport?: Transport;
}

const mebibyte = 1024 * 1024;
const jsonBounds: CallBounds = {
  connectTimeoutMs: 5_000,
  responseTimeoutMs: 20_000,
  totalTimeoutMs: 30_000,
  maxBytes: 25 * mebibyte,
};
const pdfBounds: CallBounds = { ...jsonBounds, totalTimeoutMs: 120_000, maxBytes: 50 * mebibyte };

/** A call takes at most 30 s, a PDF or a file that is read at most 120 s, a file that is attached at most 40 s. */
export function createLedgerGateway({
  profile,
  clock,
  bounds,
  pageSize = largestPageSize,
  transport,
}: LedgerHttpOptions): LedgerGateway {
  const carry = transport ?? createTransport();
  const caller = createCaller({ profile, clock, transport: carry, bounds: { ...jsonBounds, ...bounds } });
  return {
    prepare,
    identify,
    describe: (type, document) => readFields(families[type].fields, document),
    asked: (write) => readFields(families[write.type].fields, documentOf(write)),
    couldBe,
    ...readsOf(caller, Math.min(pageSize, largestPageSize)),
    ...sendsOf(caller),
    sendMany: sendManyOf(caller),
    ...providerPages(caller, profile.appUrl),
    ...barredOf(caller),
    ...allocationsOf(caller),
    ...attachmentsOf(caller, { ...pdfBounds, ...bounds }),
    ...historyOf(caller),
    ...reportsOf(caller),
    ...requestsOf(caller, profile, { clock, bounds: { ...jsonBounds, ...bounds } }),
    renderPdf: pdfOf(caller, { ...pdfBounds, ...bounds }),
  };
}
