import type { Clock, LedgerGateway } from '#core/ports';
import { createCaller } from './caller.ts';
import { couldBe } from './could-be.ts';
import { identify } from './native-document.ts';
import { renderPdf } from './pdf.ts';
import { prepare } from './prepare.ts';
import type { LedgerProfile } from './profile.ts';
import { onlineInvoiceUrl, organizationLink } from './provider-pages.ts';
import { find, listPage, readOne } from './reads.ts';
import { emailInvoice, send } from './send.ts';
import { traits } from './traits.ts';
import { type CallBounds, createTransport } from './transport.ts';
import { families } from './wire/families.ts';
import { readFields } from './wire/field.ts';

export interface LedgerGatewayOptions {
  readonly profile: LedgerProfile;
  readonly clock: Clock;
  /** Bounds of calls that answer JSON: 5 s to connect, 20 s to the first and to each further byte, 30 s and 25 MiB in all. */
  readonly bounds?: Partial<CallBounds>;
  /** Bounds of documents: as above, but 120 s and 50 MiB in all. */
  readonly documentBounds?: Partial<CallBounds>;
}

const mebibyte = 1024 * 1024;
const jsonBounds: CallBounds = {
  connectTimeoutMs: 5_000,
  responseTimeoutMs: 20_000,
  totalTimeoutMs: 30_000,
  maxBytes: 25 * mebibyte,
};
const pdfBounds: CallBounds = { ...jsonBounds, totalTimeoutMs: 120_000, maxBytes: 50 * mebibyte };

export function createLedgerGateway({ profile, clock, ...own }: LedgerGatewayOptions): LedgerGateway {
  const transport = createTransport();
  const caller = createCaller({ profile, clock, transport, bounds: { ...jsonBounds, ...own.bounds } });
  const documents = { caller, bounds: { ...pdfBounds, ...own.documentBounds } };
  return {
    traits,
    read: (access, type, providerId) => readOne(caller, access, type, providerId),
    list: (access, type, query) => listPage(caller, access, type, query),
    find: (access, query) => find(caller, access, query),
    prepare,
    identify,
    describe: (type, document) => readFields(families[type].fields, document),
    couldBe,
    send: (access, write, providerKey) => send(caller, access, write, providerKey),
    emailInvoice: (access, providerId, providerKey) => emailInvoice(caller, access, providerId, providerKey),
    renderPdf: (access, type, providerId) => renderPdf(documents, access, type, providerId),
    onlineInvoiceUrl: (access, providerId) => onlineInvoiceUrl(caller, access, providerId),
    organizationLink: (organization) => organizationLink(profile.appUrl, organization),
  };
}
