import { assertAllocatable } from '../../domain/allocation.ts';
import { ServiceError } from '../../domain/errors.ts';
import { canonicalObject, type JsonObject } from '../../domain/json.ts';
import { type LedgerRecord, numberField } from '../../domain/ledger-record.ts';
import type { AutomationInput } from '../../schemas/requests/automations.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { lackOf } from '../providers/coverage.ts';
import { requireProviderId } from '../resources/resource-target.ts';
import { plannedCreate, plannedUpdate, type Recipe } from './recipe.ts';
import { allocateStep, announcing, createOnce, readAgain } from './recipe-steps.ts';
import { shown, summaryOf, type WrittenRecord } from './record-summary.ts';

type Input = AutomationInput<'credit_note.create_and_allocate'>;

export const creditNoteCreateAndAllocate: Recipe<'credit_note.create_and_allocate'> = {
  title: 'Create and allocate a credit note',
  description: 'Creates a credit note of an invoice’s contact, authorised, and settles the invoice by it.',
  steps: [
    { name: 'read', description: 'Reads the invoice; it must be able to take the credit.', writes: false },
    { name: 'create', description: 'Creates the credit note, authorised.', writes: true },
    {
      name: 'allocate',
      description: 'Allocates it to the invoice: the amount, or as much as both have.',
      writes: true,
    },
    { name: 're_read', description: 'Reads the invoice as it is now and announces it.', writes: false },
  ],
  lack: (traits, { credit_note }) =>
    lackOf(traits, [
      { type: 'invoices', can: ['read'] },
      { type: 'credit_notes', can: ['read', 'create', 'allocate'], fields: credit_note },
    ]),
  plan: async (ledger, input) => {
    const invoice = await readPayable(ledger, input);
    const { amount = numberField(invoice, 'amount_due') } = input;
    return {
      create: plannedCreate('credit_notes', authorised(input)),
      allocate: plannedUpdate('credit_notes', null, { invoice_id: input.invoice_id, amount }),
    };
  },
  run: async (run, input) => {
    const invoice = await run.attempt.steps.step('read', async () => ({
      result: summaryOf(await readPayable(run.ledger, input)),
    }));
    const note = await createOnce(run, { step: 'create', type: 'credit_notes', fields: async () => authorised(input) });
    // From stored results alone, so that a repeat allocates the same.
    const [total, due] = [Number(note['total'] ?? 0), Number(invoice['amount_due'] ?? 0)];
    const amount = input.amount ?? Math.min(total, due);
    const wanted = { invoice: invoice.provider_id, amount, date: null };
    const allocation = await naming(note, () => allocateStep(run, 'allocate', note, wanted));
    const [current] = await readAgain(run, 're_read', [invoice]);
    return announcing(run, [current], { credit_note: shown(note), allocation, invoice: current });
  },
};

function authorised({ credit_note }: Input): JsonObject {
  return canonicalObject({ ...credit_note, status: 'AUTHORISED' });
}

/** Throws BAD_REQUEST naming what keeps the invoice from taking the credit, as far as the input tells. */
async function readPayable(ledger: Ledger, { invoice_id, credit_note, amount }: Input): Promise<LedgerRecord> {
  const { traits } = ledger.provider;
  const invoice = await ledger.read('invoices', requireProviderId('invoices', invoice_id, traits));
  const own = requireProviderId('contacts', credit_note.contact_id, traits);
  const theirs = String(invoice.fields['contact_id'] ?? '');
  const isOwn = theirs !== '' && requireProviderId('contacts', theirs, traits) === own;
  const { currency = null } = invoice.fields;
  const least = amount ?? 0;
  assertAllocatable(
    {
      type: 'credit_notes',
      fields: {
        ...{ status: 'AUTHORISED', type: credit_note.type, remaining_credit: Number.MAX_SAFE_INTEGER },
        contact_id: isOwn ? theirs : own,
        currency: credit_note.currency ?? currency,
      },
    },
    invoice,
    least,
  );
  return invoice;
}

/** If the credit cannot be allocated any more, the error names the credit note, which stands. */
async function naming<T>(note: WrittenRecord, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.retryable) throw error;
    const text = `${error.message}; the credit note ${note['number'] ?? note.id} was created and is not allocated`;
    throw new ServiceError(error.code, text, error.details, error);
  }
}
