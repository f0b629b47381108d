// Credit notes and invoices of one customer, and what requests do between them.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Core } from '../../../create-core.ts';
import type { Caller } from '../../../domain/caller.ts';
import { isJsonObject, type JsonObject } from '../../../domain/json.ts';
import { type Books, line } from '../../resources/testing/books.ts';
import { write } from '../../testing/connecting.ts';
import type { Service } from '../../testing/service.ts';

interface Open {
  readonly service: Pick<Service, 'core' | 'sandbox'>;
  readonly caller: Caller;
  readonly books: Books;
}

/** A credit note as the ledger itself shows it. */
export interface SpentCredit {
  readonly remaining: number;
  /** Of each allocation, in the ledger's order. */
  readonly amounts: readonly number[];
  readonly ids: readonly string[];
}

/** Documents are of 115.00 unless said otherwise; each write has its own key unless one is given. */
export function creditsIn({ service, caller, books }: Open, core: Pick<Core, 'allocations'> = service.core) {
  const at = (creditId: string) => ({
    ...{ connectionId: books.connection.id, type: 'credit_notes', resourceId: creditId },
  });
  const document = (contact_id: string, quantity: number) => ({
    ...{ contact_id, status: 'AUTHORISED', issue_date: '2030-01-01', line_items: [{ ...line, quantity }] },
  });
  return {
    contact: async (name = `Customer ${randomUUID()}`) => (await books.create('contacts', { name })).providerId,
    async credit(contact_id: string, quantity = 2, fields: JsonObject = {}) {
      const body = { type: 'receivable', ...document(contact_id, quantity), ...fields };
      return (await books.create('credit_notes', body)).providerId;
    },
    async invoice(contact_id: string, quantity = 2, fields: JsonObject = {}) {
      const body = { ...document(contact_id, quantity), due_date: '2030-01-31', ...fields };
      return (await books.create('invoices', body)).providerId;
    },
    allocate: (creditId: string, body: JsonObject, key?: string) =>
      core.allocations.allocate(caller, { ...at(creditId), write: write(body, key) }),
    check: (creditId: string, body: JsonObject) => core.allocations.check(caller, { ...at(creditId), body }),
    remove: (creditId: string, allocationId: string, key?: string) =>
      core.allocations.remove(caller, { ...at(creditId), allocationId, write: write(undefined, key) }),
    async spent(creditId: string): Promise<SpentCredit> {
      const { RemainingCredit, Allocations } = await books.native('credit_notes', creditId);
      const list = (Array.isArray(Allocations) ? Allocations : []).filter(isJsonObject);
      return {
        remaining: Number(RemainingCredit),
        amounts: list.map(({ Amount }) => Number(Amount)),
        ids: list.map(({ AllocationID }) => String(AllocationID)),
      };
    },
    due: async (invoiceId: string) => Number((await books.native('invoices', invoiceId))['AmountDue']),
  };
}
export type Credits = ReturnType<typeof creditsIn>;

/** An allocation of a new credit note, which may be asked for again; `finish` expects that there is one. */
export async function oneAllocation(
  open: Open,
  { contact_id, invoice_id }: Record<'contact_id' | 'invoice_id', string>,
) {
  const credits = creditsIn(open);
  const credit = await credits.credit(contact_id);
  return {
    act: () => credits.allocate(credit, { invoice_id, amount: 10 }, 'an allocation'),
    async finish() {
      expect((await credits.spent(credit)).amounts).to.deep.equal([10]);
    },
  };
}
