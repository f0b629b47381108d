import { type LedgerGateway, ServiceError } from '../../core/ports.ts';
import { readsOf } from './reads.ts';
import type { Rpc } from './rpc.ts';
import { couldBe } from './writes/could-be.ts';
import { identify, prepare } from './writes/prepare.ts';
import { sendsOf } from './writes/send.ts';

/** Never reached by the core, which asks only for what the traits offer. */
function notOffered(): never {
  throw new ServiceError('PROVIDER_REJECTED', 'the provider does not offer this', { outcome: 'not_applied' });
}

export function createTrytonGateway(rpc: Rpc, pageSize?: number): LedgerGateway {
  return {
    ...readsOf(rpc, pageSize),
    prepare,
    identify,
    couldBe,
    ...sendsOf(rpc),
    emailInvoice: async () => notOffered(),
    renderPdf: async () => notOffered(),
    onlineInvoiceUrl: async () => undefined,
    organizationLink: () => undefined,
  };
}
