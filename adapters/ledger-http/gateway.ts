import type { Clock, LedgerGateway } from '#core';
import { createCaller } from './caller.ts';
import { describe } from './describe.ts';
import { emailInvoice } from './email-invoice.ts';
import { find } from './find.ts';
import { type CallBounds, jsonBounds, type PdfBounds, pdfBounds } from './http/bounds.ts';
import { createTransport } from './http/transport.ts';
import { identify } from './identify.ts';
import { couldBe } from './likeness/could-be.ts';
import { checkNative } from './native-document.ts';
import { renderPdf } from './pdf.ts';
import { prepare } from './prepare.ts';
import type { LedgerProfile } from './profile.ts';
import { onlineInvoiceUrl, organizationLink } from './provider-pages.ts';
import { createReads } from './reads.ts';
import { send } from './send.ts';
import { traits } from './traits.ts';

export interface LedgerGatewayOptions {
  readonly profile: LedgerProfile;
  readonly clock: Clock;
  /** Bounds of calls that answer JSON: 5 s to connect, 20 s to the first byte, 30 s and 25 MiB in all. */
  readonly bounds?: Partial<CallBounds>;
  /** Bounds of documents: as above, but 10 s between bytes, 120 s and 50 MiB in all. */
  readonly documentBounds?: Partial<PdfBounds>;
}

export function createLedgerGateway({ profile, clock, ...own }: LedgerGatewayOptions): LedgerGateway {
  const bounds = { ...jsonBounds, ...own.bounds };
  const documentBounds = { ...pdfBounds, ...own.documentBounds };
  const caller = createCaller({ profile, clock, transport: createTransport({ keepAlive: true }) });
  return {
    traits,
    ...createReads(caller, bounds),
    find: (access, query) => find(caller, bounds, access, query),
    prepare,
    identify(type, document) {
      checkNative(type, document);
      return identify(type, document);
    },
    describe,
    couldBe,
    send: (access, write, providerKey) => send(caller, bounds, access, write, providerKey),
    emailInvoice: (access, providerId, providerKey) => emailInvoice(caller, bounds, access, providerId, providerKey),
    renderPdf: (access, type, providerId) => renderPdf(caller, documentBounds, access, type, providerId),
    onlineInvoiceUrl: (access, providerId) => onlineInvoiceUrl(caller, bounds, access, providerId),
    organizationLink: (organization) => organizationLink(profile.appUrl, organization),
  };
}
