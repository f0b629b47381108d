// Why an operation of the API is behind no tool. A new operation is a tool, or stands here.

const byName: Readonly<Record<string, string>> = {
  getOpenApiDocument: 'the contract of the API; agents have schemas of their own',
  listProviders: 'of use before a company is connected, which people do',
  getUsage: 'what the organization pays for',
  getConnectionTimeline: 'for people who look for a fault',
  getOrganizationDeepLink: 'leads a person into the provider’s own pages',
  syncConnection: 'reads are as old as `as_of` says; syncs come by themselves and cost calls',
  searchQuotes: 'list_quotes finds them in the copy, without a call',
  getInvoiceByProviderId: 'get_record takes the provider’s id, too',
  listOrganizations: 'get_company has what it says',
};

const byPattern: readonly (readonly [RegExp, string])[] = [
  [/ConnectSession$|PortalSession$/, 'people connect companies'],
  [/^(update|delete)Connection$/, 'people decide what is followed, and disconnect'],
  [/Webhook|Delivery|Deliveries/, 'a way out for data: people set where news goes'],
  [/ProviderRequest/, 'raw calls to the provider go past the rules of fields'],
  [/^download|Attachments?$/, 'files are no context for a model, and their text is a stranger’s'],
  [/Report$/, 'sums of the books, read by people; a tool of its own if it is asked for'],
  [/^replay|Failures$/, 'people decide to run failed work again'],
  [
    /^(list|get)(Event|Request)s?$|^getEventTimeline$/,
    'the service’s own log; get_history has what concerns a document',
  ],
  [/^list\w+History$|^add\w+Note$/, 'notes at the provider cannot be taken back'],
  [/^(allocate|remove)/, 'run_automation has the recipe; single allocations are for programs'],
  [
    /^list(BrandingThemes|Items|TrackingCategories|ManualJournals|BankTransfers|RepeatingInvoices)$/,
    'get_record reads one',
  ],
  [/^list(BankTransactions|Prepayments|Overpayments)$/, 'get_record reads one'],
  [
    /^(create|update)(Account|Item|ManualJournal|BankTransfer|BankTransaction)$/,
    'the frame of the books, or money itself',
  ],
  [/^update(CreditNote|Quote|PurchaseOrder)$/, 'kept to invoices and contacts; a person changes the rest'],
  [/^cancel(CreditNote|ManualJournal|BankTransfer|RepeatingInvoice|BankTransaction)$/, 'kept to invoices'],
  [/^deleteItem$/, 'removes a record for good'],
];

/** Undefined for an operation that nobody has decided about. */
export function notOffered(operation: string): string | undefined {
  return byName[operation] ?? byPattern.find(([pattern]) => pattern.test(operation))?.[1];
}
