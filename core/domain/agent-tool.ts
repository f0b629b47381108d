import type { KeyScope } from './key-scope.ts';

/** What a tool is, beside its words: they stand where it is offered. */
interface ToolTraits {
  /** What a key needs to use it. */
  readonly scope: Extract<KeyScope, 'read' | 'write' | 'automate'>;
  /** It changes something. */
  readonly writes: boolean;
  /** It ends or takes back what is there. */
  readonly destructive: boolean;
  /**
   * The operations of the API behind it. A key with a list of tools may ask over REST for those of its tools and for no
   * others. A name that ends with `*` stands for all that begin so.
   */
  readonly operations: readonly string[];
}

const reads = (...operations: string[]): ToolTraits => {
  return { scope: 'read', writes: false, destructive: false, operations };
};
const writes = (...operations: string[]): ToolTraits => {
  return { scope: 'write', writes: true, destructive: false, operations };
};
const destroys = (...operations: string[]): ToolTraits => ({ ...writes(...operations), destructive: true });
const automates = (...operations: string[]): ToolTraits => ({ ...destroys(...operations), scope: 'automate' });

const singleReads = [
  ...['getContact', 'getInvoice', 'getQuote', 'getPurchaseOrder', 'getCreditNote', 'getPayment', 'getAccount'],
  ...['getTaxRate', 'getOrganization', 'getBrandingTheme', 'getItem', 'getTrackingCategory', 'getManualJournal'],
  ...['getBankTransfer', 'getRepeatingInvoice', 'getBankTransaction', 'getPrepayment', 'getOverpayment'],
];

/** The tools that agents are offered, in the order in which they are listed. */
export const agentTools = {
  list_companies: reads('listConnections'),
  get_company: reads('getConnection', 'getOrganization', 'getConnectionBudget'),
  list_contacts: reads('listContacts'),
  list_invoices: reads('listInvoices'),
  list_quotes: reads('listQuotes'),
  list_purchase_orders: reads('listPurchaseOrders'),
  list_credit_notes: reads('listCreditNotes'),
  list_payments: reads('listPayments'),
  list_accounts: reads('listAccounts'),
  list_tax_rates: reads('listTaxRates'),
  get_record: reads(...singleReads),
  get_history: reads('getInvoiceTimeline', 'getOperationTimeline'),
  list_look_alikes: reads('listLookAlikes'),
  get_invoice_link: reads('getInvoiceOnlineUrl'),
  describe_fields: reads('listRecipes'),
  get_operation: reads('getOperation', 'listOperationItems'),
  list_operations: reads('listOperations'),
  create_contact: writes('createContact'),
  update_contact: writes('updateContact'),
  create_invoice: writes('createInvoice'),
  update_invoice: writes('updateInvoice'),
  cancel_invoice: destroys('cancelInvoice', 'cancelInvoiceByProviderId'),
  create_quote: writes('createQuote'),
  create_purchase_order: writes('createPurchaseOrder'),
  create_credit_note: writes('createCreditNote'),
  /** Over REST the automation of this one recipe, which needs the scope `automate`, or the payment itself. */
  record_payment: writes('createAutomation', 'createPayment'),
  undo_payment: destroys('updatePayment'),
  create_many: writes('createMany*'),
  run_automation: automates('createAutomation', 'listRecipes'),
  cancel_operation: automates('cancelOperation'),
} as const satisfies Readonly<Record<string, ToolTraits>>;

export type ToolName = keyof typeof agentTools;
export const toolNames = Object.keys(agentTools) as readonly ToolName[];

/** The recipe behind `record_payment`. */
export const paymentRecipe = 'invoice.record_payment';

/**
 * True if one of the tools has the operation behind it. `recipe`: the recipe that an automation asks for; `record_payment`
 * alone allows its own only.
 */
export function toolsAllow(tools: readonly ToolName[], operationId: string, recipe?: unknown): boolean {
  return tools.some((tool) => {
    if (tool === 'record_payment' && operationId === 'createAutomation') return recipe === paymentRecipe;
    const { operations }: ToolTraits = agentTools[tool];
    return operations.some((one) =>
      one.endsWith('*') ? operationId.startsWith(one.slice(0, -1)) : one === operationId,
    );
  });
}
