import type { Core } from '#core';
import { allFamilies, cancelledOf, liveOf, ReasonRequest } from '#core/schemas';
import { presentLive } from '../present/answers.ts';
import { includeParameter } from './query-parameters.ts';
import { apiRoute, json, type OperationDoc, type Reply, type Route } from './route.ts';

const readByProviderId = apiRoute({
  method: 'GET',
  path: '/v1/connections/:connection_id/invoices/by-provider-id/:provider_id',
  operationId: 'getInvoiceByProviderId',
  tag: 'Invoices',
  summary: 'Get an invoice by the provider’s id',
  description: 'Read live at the provider by its immutable id, then cached.',
  query: [includeParameter],
  waits: true,
  success: json(200, 'The invoice as the provider holds it now.', liveOf(allFamilies.invoices.answer)),
  errors: ['NOT_FOUND', 'CONFLICT'],
  handle: async ({ core, caller, param, includeNative, waitSeconds }) => {
    const path = { connectionId: param('connection_id'), providerId: param('provider_id'), waitSeconds };
    const record = await core.resources.readInvoiceByProviderId(caller, path);
    return { message: 'Invoice read at the provider', data: presentLive(record, includeNative) };
  },
});

const cancellation: Omit<OperationDoc, 'operationId' | 'summary'> = {
  tag: 'Invoices',
  description:
    'The live status decides: a draft or submitted invoice is deleted, an unpaid authorised one is voided, a deleted or voided one stays as it is. Any other invoice is refused with `invoice_not_cancellable`, and nothing is written.',
  query: [includeParameter],
  idempotencyKey: 'required',
  waits: true,
  body: {
    description: 'Why.',
    schemas: [ReasonRequest],
    examples: { reason: { summary: 'A reason', value: { reason: 'Ordered twice' } } },
  },
  success: json(200, 'The invoice in its final status.', cancelledOf(allFamilies.invoices.answer)),
  errors: ['NOT_FOUND', 'CONFLICT', 'PROVIDER_REJECTED'],
};

const cancel = apiRoute({
  method: 'POST',
  path: '/v1/connections/:connection_id/invoices/:resource_id/cancel',
  operations: [{ operationId: 'cancelInvoice', summary: 'Cancel an invoice', ...cancellation }],
  handle: async ({ core, caller, param, write, includeNative, waitSeconds }) => {
    const path = { connectionId: param('connection_id'), resourceId: param('resource_id'), write, waitSeconds };
    return cancelled(await core.resources.cancelInvoice(caller, path), includeNative);
  },
});

const cancelByProviderId = apiRoute({
  method: 'POST',
  path: '/v1/connections/:connection_id/invoices/by-provider-id/:provider_id/cancel',
  operations: [
    { operationId: 'cancelInvoiceByProviderId', summary: 'Cancel an invoice by the provider’s id', ...cancellation },
  ],
  handle: async ({ core, caller, param, write, includeNative, waitSeconds }) => {
    const path = { connectionId: param('connection_id'), providerId: param('provider_id'), write, waitSeconds };
    return cancelled(await core.resources.cancelInvoice(caller, path), includeNative);
  },
});

type Cancelled = Awaited<ReturnType<Core['resources']['cancelInvoice']>>;

function cancelled({ value: { record, cancellationStatus }, replayed }: Cancelled, includeNative: boolean): Reply {
  const data = { ...presentLive(record, includeNative), cancellation_status: cancellationStatus };
  return { message: `Invoice is ${cancellationStatus}`, data, replayed };
}

export const invoiceRoutes: readonly Route[] = [readByProviderId, cancel, cancelByProviderId];
