import { type Core, QuoteSearchRequest } from '#core';
import { allFamilies, cancelledOf, liveOf, searchOf } from '#core/schemas';
import { includeParameter } from './query-parameters.ts';
import { type ApiCall, apiRoutes, json, reasonBody } from './route.ts';

function cancellation<Name extends string>(
  operation: { readonly operationId: string; readonly summary: string },
  idOf: (param: ApiCall<Name>['param']) => { readonly resourceId: string } | { readonly providerId: string },
) {
  return {
    ...operation,
    description:
      'The live status decides: a draft or submitted invoice is deleted, an unpaid authorised one is voided, a deleted or voided one stays as it is. Any other invoice is refused with `invoice_not_cancellable`, and nothing is written.',
    query: [includeParameter],
    idempotencyKey: 'required',
    waits: true,
    body: reasonBody('Why.', 'A reason', 'Ordered twice'),
    success: json(200, 'The invoice in its final status.', cancelledOf(allFamilies.invoices.answer)),
    handle: async (call: ApiCall<Name | 'connection_id'>) => {
      const { core, caller, param, write, includeNative, waitSeconds } = call;
      const path = { connectionId: param('connection_id'), ...idOf(param), write, includeNative, waitSeconds };
      return cancelled('Invoice', await core.records.cancelInvoice(caller, path));
    },
  } as const;
}

type Cancelled = Awaited<ReturnType<Core['records']['cancelInvoice' | 'cancelCreditNote']>>;

function cancelled(name: string, { value, replayed }: Cancelled) {
  const { record, cancellationStatus } = value;
  const data = { source: 'provider', item: record, cancellation_status: cancellationStatus };
  return { message: `${name} is ${cancellationStatus}`, data, replayed };
}

export const documentRoutes = apiRoutes('Invoices', {
  'GET /v1/connections/:connection_id/invoices/by-provider-id/:provider_id': {
    operationId: 'getInvoiceByProviderId',
    listedAs: '/v1/connections/{connection_id}/invoices/{resource_id}',
    summary: 'Get an invoice by the provider’s id',
    description: 'Read live at the provider by its immutable id, then cached.',
    query: [includeParameter],
    waits: true,
    success: json(200, 'The invoice as the provider holds it now.', liveOf(allFamilies.invoices.answer)),
    handle: async ({ core, caller, param, includeNative, waitSeconds }) => {
      const named = { connectionId: param('connection_id'), providerId: param('provider_id') };
      const asked = { ...named, includeNative, waitSeconds };
      const record = await core.records.readInvoiceByProviderId(caller, asked);
      return { message: 'Invoice read at the provider', data: { source: 'provider', item: record } };
    },
  },
  'POST /v1/connections/:connection_id/invoices/:resource_id/cancel': cancellation(
    { operationId: 'cancelInvoice', summary: 'Cancel an invoice' },
    (param: ApiCall<'resource_id'>['param']) => ({ resourceId: param('resource_id') }),
  ),
  'POST /v1/connections/:connection_id/invoices/by-provider-id/:provider_id/cancel': cancellation(
    { operationId: 'cancelInvoiceByProviderId', summary: 'Cancel an invoice by the provider’s id' },
    (param: ApiCall<'provider_id'>['param']) => ({ providerId: param('provider_id') }),
  ),
  'POST /v1/connections/:connection_id/credit_notes/:resource_id/cancel': {
    tag: 'Credit notes',
    operationId: 'cancelCreditNote',
    summary: 'Cancel a credit note',
    description:
      'The live status decides: a draft or submitted credit note is deleted, an authorised one of which nothing is allocated or refunded is voided, a deleted or voided one stays as it is. Any other is refused with `credit_note_not_cancellable`, and nothing is written.',
    query: [includeParameter],
    idempotencyKey: 'required',
    waits: true,
    body: reasonBody('Why.', 'A reason', 'The goods did not come back'),
    success: json(200, 'The credit note in its final status.', cancelledOf(allFamilies.credit_notes.answer)),
    handle: async ({ core, caller, param, write, includeNative, waitSeconds }) => {
      const named = { connectionId: param('connection_id'), resourceId: param('resource_id') };
      const asked = { ...named, write, includeNative, waitSeconds };
      return cancelled('Credit note', await core.records.cancelCreditNote(caller, asked));
    },
  },
  'POST /v1/connections/:connection_id/quotes/search': {
    tag: 'Quotes',
    reads: true,
    operationId: 'searchQuotes',
    summary: 'Search quotes',
    description:
      'Read live at the provider. Every filter matches exactly, also in upper and lower case, except `status`; `name` is the contact’s name. Deleted quotes free their numbers, so several quotes may have the same number. The service applies filters that the provider does not know to one page of the provider’s quotes at a time: a page may hold no items and still have more after it (`meta.has_more`).',
    query: [includeParameter],
    waits: true,
    body: {
      description: 'The filters, all optional.',
      schemas: [QuoteSearchRequest],
      examples: {
        number: { summary: 'By number', value: { number: 'QU-0001' } },
        open: { summary: 'What one customer was sent', value: { name: 'Harbour Coffee Ltd', status: 'SENT' } },
        reference: { summary: 'By reference, second page', value: { external_reference: 'job-17', page: 2 } },
      },
    },
    success: json(200, 'The quotes that match, as the provider holds them now.', searchOf(allFamilies.quotes.answer)),
    errors: ['PROVIDER_REJECTED'],
    handle: async ({ core, caller, param, write, includeNative, waitSeconds }) => {
      const { records, page, limit, nextCursor } = await core.records.searchQuotes(caller, {
        connectionId: param('connection_id'),
        body: write.body,
        includeNative,
        waitSeconds,
      });
      return {
        message: 'Quotes found at the provider',
        data: { items: records, source: 'provider' },
        meta: {
          page,
          limit,
          total: null,
          total_pages: null,
          has_more: nextCursor !== null,
          next_cursor: nextCursor,
        },
      };
    },
  },
});
