import { creditTypes } from '#core';
import {
  AllocationAnswer,
  AllocationRequest,
  CheckedAnswer,
  liveOf,
  presentAllocation,
  RemovedAllocationAnswer,
  successOf,
} from '#core/schemas';
import { looked } from '../present/answers.ts';
import { validateOnlyParameter } from './query-parameters.ts';
import { flag } from './read-request.ts';
import { type ResourceWords, resourceWords } from './resource-words.ts';
import { type ApiCall, apiRoutes, json, type OperationDoc } from './route.ts';

// One route serves every family whose records hold credit; the document has an operation for each.

type AllocationOf = ApiCall<'connection_id' | 'resource_type' | 'resource_id'>;

const pathOf = ({ param, waitSeconds }: Pick<AllocationOf, 'param' | 'waitSeconds'>) => ({
  connectionId: param('connection_id'),
  type: param('resource_type'),
  resourceId: param('resource_id'),
  waitSeconds,
});

function eachOfCredit(operation: (of: ResourceWords) => Omit<OperationDoc, 'tag'>): readonly OperationDoc[] {
  const holders = resourceWords.filter(({ type }) => creditTypes.includes(type));
  return holders.map((of) => ({ tag: of.tag, pinned: { resource_type: of.type }, ...operation(of) }));
}

export const allocationRoutes = apiRoutes('Records', {
  'POST /v1/connections/:connection_id/:resource_type/:resource_id/allocations': {
    mayLook: true,
    operations: eachOfCredit(({ singular, spoken, withArticle }) => ({
      operationId: `allocate${singular}`,
      summary: `Allocate ${withArticle} to an invoice`,
      description: `A part of the ${spoken}’s credit settles an invoice of the same contact, side and currency; both are authorised, and the amount is at most what remains of each. BAD_REQUEST names what is wrong, with both remainders. Allocations of one ${spoken} are made one after the other, so that no two spend the same credit. If the answer is lost, a repeat with the same Idempotency-Key is settled by the books: after seven minutes it is found, or CONFLICT with \`reason\` \`allocation_not_there\` tells that there is none, or \`write_unresolved\` that another one with a lost answer may have made what is there; it is not sent again. Both documents are read again, cached and announced.`,
      query: [validateOnlyParameter],
      idempotencyKey: 'required',
      waits: true,
      creates: true,
      body: {
        description: 'The invoice and the amount.',
        schemas: [AllocationRequest],
        examples: {
          part: {
            summary: 'Settles a part of an invoice',
            value: { invoice_id: 'inv_1m2g7zr9bn8s4t6w5x3y0v2k8d', amount: 40.5 },
          },
        },
      },
      success: json(201, 'The allocation, as the books show it.', liveOf(AllocationAnswer)),
      others: [json(200, 'With `validate_only`: the allocation would be sent.', successOf(CheckedAnswer))],
      errors: ['CONFLICT', 'PROVIDER_REJECTED'],
    })),
    handle: async (call) => {
      const { core, caller, query, write } = call;
      if (flag(query, 'validate_only')) {
        return looked(await core.allocations.check(caller, { ...pathOf(call), body: write.body }));
      }
      const { value, replayed, resolution } = await core.allocations.allocate(caller, { ...pathOf(call), write });
      const data = { source: 'provider', item: presentAllocation(value) };
      return { message: 'Allocated at the provider', data, replayed, resolution };
    },
  },
  'DELETE /v1/connections/:connection_id/:resource_type/:resource_id/allocations/:allocation_id': {
    operations: eachOfCredit(({ singular, spoken, withArticle }) => ({
      operationId: `remove${singular}Allocation`,
      summary: `Take back an allocation of ${withArticle}`,
      description: `The invoice is due again, and the ${spoken} has its credit again. A repeat with the same Idempotency-Key gets the same answer, and takes no other allocation back. Named by the invoice’s id, an allocation is CONFLICT with \`reason\` \`allocation_ambiguous\` if the invoice has several of this ${spoken}. Both documents are read again, cached and announced.`,
      idempotencyKey: 'required',
      waits: true,
      success: json(200, 'The allocation is taken back.', successOf(RemovedAllocationAnswer)),
      errors: ['CONFLICT', 'PROVIDER_REJECTED'],
    })),
    handle: async (call) => {
      const path = { ...pathOf(call), allocationId: call.param('allocation_id'), write: call.write };
      const { value, replayed } = await call.core.allocations.remove(call.caller, path);
      return { message: 'Allocation taken back at the provider', data: value, replayed };
    },
  },
});
