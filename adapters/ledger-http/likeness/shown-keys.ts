import type { JsonObject, ResourceType } from '#core';

const document = ['LineAmountTypes', 'Date', 'Reference', 'CurrencyCode'];

/**
 * What a listed record shows whenever it has a value: here an absent key means another record. Of all other keys
 * nobody knows whether the provider took them (provider: unknown ones are ignored without a word) and shows them.
 */
const shown: Partial<Record<ResourceType, ReadonlySet<string>>> = {
  contacts: new Set([
    'Name',
    'FirstName',
    'LastName',
    'EmailAddress',
    'ContactNumber',
    'AccountNumber',
    'TaxNumber',
    'CompanyNumber',
    'DefaultCurrency',
    'ContactPersons',
    'PaymentTerms',
  ]),
  invoices: new Set([...document, 'Type', 'InvoiceNumber', 'DueDate', 'Url']),
  quotes: new Set([...document, 'QuoteNumber', 'ExpiryDate', 'Title', 'Summary', 'Terms']),
  purchase_orders: new Set([
    ...document,
    'PurchaseOrderNumber',
    'DeliveryDate',
    'DeliveryAddress',
    'DeliveryInstructions',
    'AttentionTo',
    'Telephone',
  ]),
  payments: new Set(['Amount', 'Date', 'Reference']),
  accounts: new Set(['Code', 'Name', 'Type', 'Description', 'BankAccountNumber']),
};

export function isShown(type: ResourceType, key: string, sent: JsonObject): boolean {
  // Provider: bills have no true reference.
  if (key === 'Reference' && sent['Type'] === 'ACCPAY') return false;
  return shown[type]?.has(key) ?? false;
}
