import { type AutomationType, automationType, type RecipeName, recipeNames } from '../../domain/automation.ts';
import type { OperationKind } from '../../engine/operation-kind.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { ProviderTraits } from '../../ports/provider.ts';
import { type AutomationInput, automationInputs } from '../../schemas/requests/automations.ts';
import { requireConnection } from '../connections/read-connections.ts';
import { whileLeaving } from '../disconnect/while-leaving.ts';
import { openLedger } from '../ledger/open-ledger.ts';
import { usableTenant } from '../ledger/refused-access.ts';
import { unsupported } from '../providers/coverage.ts';
import { bankTransactionRecord } from './bank-transaction-record.ts';
import { invoiceCreateAndDeliver, purchaseOrderCreateAndDeliver, quoteCreateAndSend } from './create-and-release.ts';
import { creditNoteCreateAndAllocate } from './credit-note-create-and-allocate.ts';
import { invoiceCreateWithContact } from './invoice-create-with-contact.ts';
import { invoiceRecordPayment } from './invoice-record-payment.ts';
import { invoiceVoidAndReissue } from './invoice-void-and-reissue.ts';
import { payoutSummarise } from './payout-summarise.ts';
import { quoteConvertToInvoice } from './quote-convert-to-invoice.ts';
import type { Recipe } from './recipe.ts';

export const recipes: { readonly [R in RecipeName]: Recipe<R> } = {
  'invoice.create_and_deliver': invoiceCreateAndDeliver,
  'invoice.create_with_contact': invoiceCreateWithContact,
  'invoice.record_payment': invoiceRecordPayment,
  'invoice.void_and_reissue': invoiceVoidAndReissue,
  'credit_note.create_and_allocate': creditNoteCreateAndAllocate,
  'quote.create_and_send': quoteCreateAndSend,
  'quote.convert_to_invoice': quoteConvertToInvoice,
  'purchase_order.create_and_deliver': purchaseOrderCreateAndDeliver,
  'bank_transaction.record': bankTransactionRecord,
  'payout.summarise': payoutSummarise,
};

/** Throws CONFLICT `not_supported_by_provider`. */
export function assertRecipe(
  traits: ProviderTraits,
  name: RecipeName,
  input: Partial<AutomationInput<RecipeName>>,
): void {
  const recipe: Recipe = recipes[name];
  const lack = recipe.lack(traits, input);
  if (lack !== undefined) throw unsupported(traits, lack);
}

/** Every recipe, with its steps and the schema of its input. */
export function listRecipes() {
  return recipeNames.map((name) => {
    const { title, description, steps } = recipes[name];
    return { name, title, description, steps, input: automationInputs[name] };
  });
}

export function automationKinds(ports: CorePorts): Readonly<Record<AutomationType, OperationKind>> {
  const kinds = recipeNames.map((name) => [automationType(name), runRecipe(ports, name)] as const);
  return Object.fromEntries(kinds) as Record<AutomationType, OperationKind>;
}

function runRecipe(ports: CorePorts, name: RecipeName): OperationKind {
  const recipe: Recipe = recipes[name];
  return async (attempt) => {
    const { id: operationId, connectionId, requestId, input } = attempt.operation;
    const connection = await requireConnection(ports, attempt.operation, connectionId ?? '');
    if (connection.status === 'disconnecting') return whileLeaving;
    usableTenant(connection);
    const ledger = openLedger(ports, connection, { requestId, operationId, cause: 'automations' });
    // The recipe's own schema parsed the input before it was queued.
    const parsed = input as AutomationInput<RecipeName>;
    // The traits may have changed since then.
    assertRecipe(ledger.provider.traits, name, parsed);
    return recipe.run({ ports, attempt, ledger }, parsed);
  };
}
