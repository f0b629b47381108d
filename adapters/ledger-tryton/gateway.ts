import { badRequest, type LedgerGateway, ServiceError } from '../../core/ports.ts';
import { readsOf } from './reads.ts';
import type { Rpc } from './rpc.ts';

/** The core asks for nothing that the traits do not offer. */
function notOffered(): never {
  throw new ServiceError('PROVIDER_REJECTED', 'the provider does not offer this', { outcome: 'not_applied' });
}

export function createTrytonGateway(rpc: Rpc, pageSize?: number): LedgerGateway {
  return {
    ...readsOf(rpc, pageSize),
    prepare: () => {
      throw badRequest('', 'the provider takes no writes');
    },
    identify: () => undefined,
    couldBe: () => false,
    send: async () => notOffered(),
    sendMany: async () => notOffered(),
    emailInvoice: async () => notOffered(),
    renderPdf: async () => notOffered(),
    onlineInvoiceUrl: async () => undefined,
    organizationLink: () => undefined,
  };
}
