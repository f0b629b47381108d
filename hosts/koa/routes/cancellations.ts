import { type CancellableType, type Core, isCancellable, type ResourceType } from '#core';
import { allFamilies, cancelledOf } from '#core/schemas';
import { includeParameter } from './query-parameters.ts';
import { resourceWords, tagOf } from './resource-words.ts';
import { type ApiCall, apiRoutes, json, reasonBody } from './route.ts';

interface Words {
  /** What the live status decides. */
  readonly decides: string;
  readonly reason: string;
}

const wordsOf: Readonly<Record<CancellableType, Words>> = {
  invoices: {
    decides:
      'a draft or submitted invoice is deleted, an unpaid authorised one is voided, a deleted or voided one stays as it is. Any other invoice is refused with `invoice_not_cancellable`',
    reason: 'Ordered twice',
  },
  credit_notes: {
    decides:
      'a draft or submitted credit note is deleted, an authorised one of which nothing is allocated or refunded is voided, a deleted or voided one stays as it is. Any other is refused with `credit_note_not_cancellable`',
    reason: 'The goods did not come back',
  },
  manual_journals: {
    decides:
      'a draft is deleted, a posted journal is voided, a deleted or voided one stays as it is. Any other is refused with `manual_journal_not_cancellable`',
    reason: 'Posted to the wrong month',
  },
  bank_transactions: {
    decides:
      'one that settles nothing and is not reconciled is deleted, a deleted one stays as it is. Any other is refused with `bank_transaction_not_cancellable`',
    reason: 'The card payment was reversed',
  },
  bank_transfers: {
    decides:
      'a transfer is deleted, a deleted one stays as it is. One that the provider keeps, such as a reconciled one, is refused with `bank_transfer_not_cancellable`',
    reason: 'Never happened',
  },
  repeating_invoices: {
    decides:
      'it makes no further invoice, and those that it made stay; one that has ended stays as it is. Any other is refused with `repeating_invoice_not_cancellable`',
    reason: 'The subscription ended',
  },
};

function described(type: CancellableType) {
  const { decides, reason } = wordsOf[type];
  return {
    description: `The live status decides: ${decides}, and nothing is written.`,
    query: [includeParameter],
    idempotencyKey: 'required',
    waits: true,
    mayBeHeld: true,
    body: reasonBody('Why.', 'A reason', reason),
    success: json(200, `The ${allFamilies[type].singular} in its final status.`, cancelledOf(allFamilies[type].answer)),
  } as const;
}

type Cancelled = Awaited<ReturnType<Core['records']['cancelInvoice']>> | Awaited<ReturnType<Core['records']['cancel']>>;

function cancelled(type: CancellableType, { value, replayed }: Cancelled) {
  const { record, cancellationStatus } = value;
  const name = tagOf(allFamilies[type].singular);
  const data = { source: 'provider', item: record, cancellation_status: cancellationStatus };
  return { message: `${name} is ${cancellationStatus}`, data, replayed };
}

const cancellable = resourceWords.flatMap((words) =>
  isCancellable(words.type) ? [{ ...words, type: words.type }] : [],
);

export const cancellationRoutes = apiRoutes('Records', {
  'POST /v1/connections/:connection_id/:resource_type/:resource_id/cancel': {
    operations: cancellable.map(({ type, singular, withArticle, tag }) => ({
      tag,
      pinned: { resource_type: type },
      operationId: `cancel${singular}`,
      summary: `Cancel ${withArticle}`,
      ...described(type),
    })),
    handle: async ({ core, caller, param, write, includeNative, waitSeconds }) => {
      // The use case refuses a family of which nothing is cancelled.
      const type = param('resource_type') as ResourceType as CancellableType;
      const path = { connectionId: param('connection_id'), resourceId: param('resource_id'), type };
      return cancelled(type, await core.records.cancel(caller, { ...path, write, includeNative, waitSeconds }));
    },
  },
  'POST /v1/connections/:connection_id/invoices/by-provider-id/:provider_id/cancel': {
    tag: 'Invoices',
    operationId: 'cancelInvoiceByProviderId',
    summary: 'Cancel an invoice by the provider’s id',
    ...described('invoices'),
    handle: async (call: ApiCall<'provider_id' | 'connection_id'>) => {
      const { core, caller, param, write, includeNative, waitSeconds } = call;
      const path = { connectionId: param('connection_id'), providerId: param('provider_id') };
      return cancelled(
        'invoices',
        await core.records.cancelInvoice(caller, { ...path, write, includeNative, waitSeconds }),
      );
    },
  },
});
