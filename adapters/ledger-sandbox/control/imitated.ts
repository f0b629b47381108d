// What the sandbox imitates and from what evidence, and what it had to decide. docs/reference/imitated.md is made of this and of
// `doubtful`; README.md repeats the areas.

/** Kinds of evidence, the strongest first. */
export const evidences = {
  recorded: 'recorded calls of the real provider’s New Zealand demo company, published by others in September 2026',
  specified: 'the provider’s OpenAPI documents (16.1.0 to 20.0.0) and its own SDK (xero-node 20.0.0)',
  documented: 'pages of the provider’s developer site, as public copies have them',
  reported: 'reports of integrators: issues, pull requests, engineering notes',
} as const;
export type Evidence = keyof typeof evidences;

interface ImitatedArea {
  /** As in the table of README.md. */
  readonly area: string;
  readonly evidence: readonly Evidence[];
  /** The part whose evidence is weaker than that of the rest. */
  readonly weaker?: string;
}

export const imitated: readonly ImitatedArea[] = [
  {
    area: 'consent',
    evidence: ['documented'],
    weaker: 'what a cancelled consent returns (`access_denied`) is assumed',
  },
  {
    area: 'tokens',
    evidence: ['documented', 'specified'],
    weaker: 'that a refresh leaves earlier access tokens alive is assumed',
  },
  { area: 'connections', evidence: ['specified', 'documented'] },
  {
    area: 'refusals',
    evidence: ['recorded', 'documented'],
    weaker: 'a missing scope is 401 by reports, 403 by older ones',
  },
  { area: 'envelope', evidence: ['recorded', 'specified'] },
  {
    area: 'invoices',
    evidence: ['recorded', 'documented', 'reported'],
    weaker: 'e-mails and online pages of drafts are refused in assumed words',
  },
  { area: 'credit notes', evidence: ['specified', 'reported'], weaker: 'there is no recording of a write' },
  {
    area: 'quotes',
    evidence: ['recorded', 'reported'],
    weaker: 'of the header only number, terms and mode were seen to be replaced',
  },
  { area: 'purchase orders', evidence: ['recorded', 'specified'], weaker: 'that they never go backwards is assumed' },
  { area: 'contacts', evidence: ['recorded', 'documented', 'reported'] },
  { area: 'payments', evidence: ['specified', 'documented'], weaker: 'the refusal of a second deletion is assumed' },
  { area: 'accounts, tax rates, themes, organisation', evidence: ['specified', 'recorded'] },
  {
    area: 'bank transactions',
    evidence: ['documented', 'specified'],
    weaker:
      'the words of refusals and that a reconciled one is not deleted are assumed; whether the head of an update is merged or replaced is not known',
  },
  {
    area: 'prepayments, overpayments',
    evidence: ['documented', 'specified'],
    weaker: 'the number of a prepayment is assumed',
  },
  {
    area: 'items',
    evidence: ['recorded', 'documented', 'reported'],
    weaker: 'the words of refusals and the average cost of stock are assumed',
  },
  {
    area: 'contact groups',
    evidence: ['specified'],
    weaker: 'that an equal name is a second group, and the words of refusals, are assumed',
  },
  { area: 'currencies', evidence: ['specified'], weaker: 'that one that is there is answered as it is, is assumed' },
  {
    area: 'batch payments, linked transactions, budgets',
    evidence: ['specified'],
    weaker: 'that a batch is made whole or not at all, and the words of refusals, are assumed',
  },
  {
    area: 'tracking categories',
    evidence: ['recorded', 'documented', 'reported'],
    weaker: 'that an archived option is dropped as an unknown one is assumed',
  },
  {
    area: 'manual journals',
    evidence: ['specified', 'documented', 'reported'],
    weaker: 'the words of refusals but the one of sums are assumed, as is that fields that are left out are reset',
  },
  {
    area: 'bank transfers',
    evidence: ['specified', 'documented'],
    weaker: 'that a deleted one still answers by its id, and a second deletion is refused, is assumed',
  },
  {
    area: 'repeating invoices',
    evidence: ['specified', 'reported'],
    weaker: 'that lists leave out those that ended, and that reads by id show them, is assumed',
  },
  {
    area: 'lists',
    evidence: ['documented', 'recorded'],
    weaker: 'that `QuoteNumber` finds parts of numbers is assumed; the quirk `quote_number_filter` has the others',
  },
  {
    area: 'arithmetic',
    evidence: ['recorded', 'specified'],
    weaker:
      'that a rate keeps six decimals is assumed; which way round it goes follows from two examples held against the market of their day',
  },
  {
    area: 'idempotency',
    evidence: ['documented'],
    weaker: 'the words of the refusal of another request under a key are assumed',
  },
  { area: 'limits', evidence: ['documented', 'recorded'], weaker: 'that minutes are fixed windows is assumed' },
  {
    area: 'notifications',
    evidence: ['specified', 'documented', 'reported'],
    weaker: 'that sequences have no gaps is a report; PAYMENT events are known from release notes alone',
  },
  { area: 'PDF', evidence: ['recorded'], weaker: 'what is drawn on it is the sandbox’s own' },
  { area: 'history', evidence: ['recorded', 'documented'] },
  {
    area: 'attachments',
    evidence: ['recorded', 'documented', 'reported'],
    weaker:
      'the answers to an eleventh file and to other kinds are assumed, as is that a replaced file’s id is gone and that a file leaves the document’s stamp alone',
  },
  {
    area: 'reports',
    evidence: ['specified', 'documented', 'reported'],
    weaker:
      'which amounts the first two columns of a trial balance have, how a credit stands in an aged report, and the words of a missing role are assumed',
  },
];

interface Assumption {
  readonly assumed: string;
  /** What to do in the demo company to know it. */
  readonly check: string;
}

/** Unknown at the provider and decided here. */
export const assumptions: readonly Assumption[] = [
  {
    assumed: 'a contact’s Website can be written, although the specification calls it read only',
    check: 'send a contact’s `website`: an answer with the warning `echo_differs` says that the provider dropped it',
  },
  {
    assumed: 'a rate is units of the document’s currency for one unit of the base currency',
    check:
      'create a draft in USD without `currency_rate` and compare the rate of the answer with the day’s market: 0.6 or so in New Zealand, not 1.6',
  },
  {
    assumed: 'a mixed batch keeps its good elements and answers 400 with the bad ones',
    check: 'in the API explorer, send one good and one bad invoice without `summarizeErrors`, then list',
  },
  { assumed: '`page=0` is page 1, and `pageSize` is cut to 1,000', check: 'list invoices with each' },
  { assumed: 'an approved invoice of zero stays AUTHORISED', check: 'approve an invoice whose lines sum to 0' },
  { assumed: 'purchase orders do not go backwards', check: 'change an AUTHORISED one to DRAFT' },
  { assumed: 'DRAFT quotes cannot be ACCEPTED', check: 'change a draft to ACCEPTED' },
  {
    assumed: 'whatever a quote update leaves out is cleared',
    check: 'in the API explorer, update a quote with title, summary and expiry date, leaving them out',
  },
  { assumed: 'deleted and voided documents stay in lists', check: 'void an invoice and list' },
  {
    assumed:
      'an eleventh file, a kind that is not listed and a forbidden character are each a 400; a replaced file’s id is a 404',
    check: 'attach eleven files to a draft, then one of them again, and read it by its first id',
  },
  {
    assumed:
      'a file moves neither the document’s UpdatedDateUTC nor sends a notification; files of voided documents are taken',
    check: 'attach a file to a voided invoice and compare the stamp before and after',
  },
  {
    assumed:
      'a profit and loss with `periods` ends each earlier period on the day of the month on which the first one ends',
    check: 'in the API explorer, ask for 1 to 28 February with `periods=1&timeframe=MONTH`, and compare with January',
  },
  {
    assumed: 'a credit stands in an aged report with a negative total under the attribute `invoiceID`',
    check: 'in the API explorer, ask for the aged receivables of a contact with an open credit note',
  },
  {
    assumed: 'minutes are fixed windows from the first call',
    check: 'make 60 calls in 30 s, look at `X-MinLimit-Remaining` from then on',
  },
  {
    assumed: 'an empty theme id does not clear the theme of invoices and orders, so the service refuses it',
    check: 'in the API explorer, update an invoice with `BrandingThemeID: ""`',
  },
];
