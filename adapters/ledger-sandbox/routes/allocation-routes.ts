/** Allocations of what holds credit to invoices: the same for credit notes, prepayments and overpayments. */
import type { Call, RouteTable, ScopeArea } from '../http/call.ts';
import { envelope } from '../http/envelope.ts';
import { type JsonObject, parseJson } from '../http/json.ts';
import type { Reply } from '../http/message.ts';
import { apiException, jsonReply, notFound, Refusal, validationReply } from '../http/problems.ts';
import { requestElements } from '../http/request-elements.ts';
import { wireDay } from '../http/wire-dates.ts';
import { allocate, findAllocation, removeAllocation } from '../rules/allocations.ts';
import type { CreditFamily } from '../rules/credits.ts';
import { wireAllocation } from '../wire/wire-credit-note.ts';

/** Provider: only the credit's own id is taken in the address. */
function allocateCredit(call: Call, family: CreditFamily, id: string): Reply {
  const credit = call.books[family].get(id.toLowerCase());
  if (!credit) return notFound();
  if (isBareArray(call))
    return apiException('NoDataProcessedException', 'No data has been processed for this endpoint.');
  const made: JsonObject[] = [];
  const refused: JsonObject[] = [];
  for (const body of requestElements(call, 'Allocations', 'allocation')) {
    try {
      made.push(wireAllocation(call.books, credit, allocate(call, { family, id: credit.id }, body)));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push({ ...body, ValidationErrors: error.messages.map((Message) => ({ Message })) });
    }
  }
  if (refused.length > 0) return validationReply(refused);
  return envelope(call, { collection: 'Allocations', elements: made.map((one) => JSON.stringify(one)) });
}

function isBareArray({ body }: Call): boolean {
  return Array.isArray(parseJson(body));
}

interface Named {
  readonly id: string;
  readonly allocationId: string;
}

/** Provider: a bare object, without an envelope. */
function removeAllocated(call: Call, family: CreditFamily, { id, allocationId }: Named): Reply {
  const credit = call.books[family].get(id.toLowerCase());
  const allocation = credit && findAllocation(credit, allocationId);
  if (!credit || !allocation) return notFound();
  removeAllocation(call, credit, allocation);
  const { InvoiceID, InvoiceNumber } = wireAllocation(call.books, credit, allocation)['Invoice'] as JsonObject;
  return jsonReply(200, {
    AllocationId: allocation.id,
    Date: wireDay(allocation.date),
    Invoice: [{ InvoiceID, InvoiceNumber }],
    IsDeleted: true,
  });
}

export function allocationRoutes(family: CreditFamily, area: ScopeArea): RouteTable {
  const path = family.toLowerCase();
  return {
    [`PUT ${path}/:id/allocations`]: { area, handle: (call, id) => allocateCredit(call, family, id) },
    [`DELETE ${path}/:id/allocations/:name`]: {
      area,
      handle: (call, id, allocationId) => removeAllocated(call, family, { id, allocationId }),
    },
  };
}
