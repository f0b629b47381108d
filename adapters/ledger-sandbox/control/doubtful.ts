// What the provider does where it could be kinder, each with its evidence. The sandbox does it unless the quirk `kinder`
// names it. docs/reference/imitated.md and the table in README.md are made of this.

interface DoubtfulBehaviour {
  /** What the sandbox does. */
  readonly does: string;
  /** What it does where `kinder` names the behaviour. */
  readonly kinder: string;
  /** Where somebody saw or read it: a public report, as owner/repository and number, or the provider's own text. */
  readonly evidence: string;
  /** What to do in a demo company, and what is expected, so that nobody has to believe the evidence. */
  readonly check: string;
}

const own = <const T extends Readonly<Record<string, DoubtfulBehaviour>>>(table: T): T => table;

export const doubtful = own({
  bill_references: {
    does: 'the Reference of a bill and of a credit from a supplier is dropped without a word',
    kinder: 'it is kept',
    evidence:
      'XeroAPI/Xero-NetStandard 249, XeroAPI/xero-mcp-server 121 and 261; the specification says “ACCREC only” of it and “ACCRECCREDIT only” of credit notes',
    check: 'create a bill with `provider_data` that has a Reference, read it: no Reference',
  },
  unknown_tracking: {
    does: 'tracking whose category or option the organisation does not know is dropped without a word',
    kinder: 'it is kept as it was sent',
    evidence: 'calcinai/xero-php 84, XeroAPI/xero-node 86, XeroAPI/XeroAPI.Net 75',
    check:
      'create an invoice with a line of tracking `{ name: "Region", option: "Nowhere" }`: the answer has a warning',
  },
  tracking_of_quotes: {
    does: 'a quote’s lines take tracking by the ids of options alone; names are dropped without a word',
    kinder: 'they take names, too',
    evidence: 'a digest of the provider’s documents of August 2026 (quotes take `TrackingOptionID` only)',
    check:
      'create a quote in the provider’s API explorer with a line of Tracking `{ Name, Option }`, read it: no tracking',
  },
  item_codes: {
    does: 'a new item with a code that an item has changes that item, by PUT as by POST',
    kinder: 'PUT refuses it',
    evidence: 'recorded calls show it of POST; of PUT there is no recording',
    check: 'PUT an item with a known Code in the provider’s API explorer: its ItemID is that of the known one, or 400',
  },
  item_details: {
    does: 'SalesDetails and PurchaseDetails that are sent replace the whole of that side',
    kinder: 'they change the fields that they name',
    evidence: 'the provider’s pages say that an update merges; of the objects inside there is no evidence',
    check:
      'change an item’s `SalesDetails` to a UnitPrice alone in the provider’s API explorer, read it: no AccountCode',
  },
  unknown_items: {
    does: 'a line whose ItemCode no item has is refused',
    kinder: 'the code is kept as it was sent',
    evidence: 'assumed; the provider’s pages say that codes bring price and account, and nothing of unknown ones',
    check: 'create an invoice with a line of `item_code: "NO-SUCH-ITEM"`: 422',
  },
  wrong_accounts: {
    does: 'a line of a bank transaction whose account is a bank account is refused',
    kinder: 'the account is removed, and the answer is 200 with a warning',
    evidence: 'the provider’s pages say both of accounts that are wrong for the kind',
    check:
      'create a bank transaction with a line of a bank account’s code in the API explorer: 400, or 200 with Warnings',
  },
  bank_accounts_of_lines: {
    does: 'a line whose account is a bank account, or is archived and named by its id, is refused',
    kinder: 'it is taken',
    evidence: 'assumed for documents; the provider’s pages refuse bank accounts on the lines of manual journals',
    check: 'create an invoice with a line of `account_code` of a bank account: 422',
  },
  currencies_not_subscribed: {
    does: 'a document or contact in a currency that the organisation has not subscribed to is refused; it begins with its own and AUD, EUR, GBP, NZD, USD',
    kinder: 'every code of three letters is taken',
    evidence: 'waynerobinson/xeroizer 401 (a currency has to be subscribed to), chargify/docs.chargify.com 86',
    check: 'create an invoice in a currency that the organization’s settings do not list: 422',
  },
  discounts_above_lines: {
    does: 'a discount in money that is greater than its line is refused',
    kinder: 'it is taken, and the line is negative',
    evidence: 'XeroAPI/xero-php-oauth2 288, XeroAPI/Xero-OpenAPI 429 (the words of the refusal)',
    check: 'create an invoice with a line of 10.00 and a discount of 27.83: 422',
  },
  account_numbers: {
    does: 'a contact’s AccountNumber that another contact has is refused',
    kinder: 'several contacts may have it',
    evidence: 'calcinai/xero-php 880 (the words of the refusal)',
    check: 'create two contacts with one `account_number`: the second is 422',
  },
  delivery_addresses: {
    does: 'a contact’s address of the type DELIVERY is dropped without a word; only organisations have one',
    kinder: 'it is kept',
    evidence: 'XeroAPI/Xero-NetStandard 270, XeroAPI/Xero-OpenAPI 329 (XeroAPI/Xero-NetStandard 666 has read one)',
    check: 'update a contact through the provider’s own API explorer with a DELIVERY address, read it: two addresses',
  },
  codes_of_text_lines: {
    does: 'the ItemCode of a line without quantity and unit amount is dropped without a word',
    kinder: 'it is kept',
    evidence: 'XeroAPI/xero-node 243 (“a known issue in the API”)',
    check:
      'create an invoice in the provider’s API explorer with a line of ItemCode and Description alone, read it: no ItemCode',
  },
  empty_persons: {
    does: 'an empty list of ContactPersons keeps the persons; one person with empty fields removes them',
    kinder: 'the empty list removes them, too',
    evidence: 'XeroAPI/xero-node 560, calcinai/xero-php 63, waynerobinson/xeroizer 565',
    check:
      'create a contact with a person, change it with `{ "contact_persons": [] }`: the answer has none, and no warning',
  },
  discounts_in_lists: {
    does: 'lists and pages show a line’s DiscountRate and leave its DiscountAmount out; a discount in money is shown as the rate that it makes',
    kinder: 'lists show what one document shows',
    evidence: 'XeroAPI/Xero-OpenAPI 592',
    check: 'create an invoice with a `discount_amount`, sync, compare the list with the read of the one',
  },
  journal_updates: {
    does: 'a POST of a manual journal replaces it: what it leaves out is the default, unless it has the status alone',
    kinder: 'what it leaves out stays',
    evidence: 'not established: pages say that lines are replaced, and nothing of the other fields',
    check: 'in the API explorer, POST a journal’s id, Narration and JournalLines, leaving its Url out, and read it',
  },
  unknown_journal_accounts: {
    does: 'a manual journal whose line names an unknown account code is taken, the code is removed, and a warning tells it',
    kinder: 'it is refused',
    evidence:
      'an example of the specification (“Account code ‘476’ has been removed as it does not match a recognised account”)',
    check: 'create a draft journal with `account_code: "NO-SUCH"`: the answer has `provider_changed_document`, or 422',
  },
  ended_documents: {
    does: 'a deleted or voided invoice shows its total as AmountDue, in the answer of the write and in reads',
    kinder: 'only the answer of the write does; reads show 0',
    evidence: 'a recorded answer of a write shows the total; an example of the specification shows a read with 0',
    check: 'void an invoice, read it through the provider’s API explorer: AmountDue is the total or 0',
  },
});

/** The name of a behaviour that the quirk `kinder` switches. */
export type Doubtful = keyof typeof doubtful;
export const doubtfulNames = Object.keys(doubtful) as readonly Doubtful[];
