import type { Commands, Option } from './command.ts';
import { providerCommands } from './provider-commands.ts';
import { json, serviceOptions } from './service.ts';

const folder: Option = { value: '<folder>', does: 'where data is stored (else DATA_DIR, else ./var)' };
const port: Option = { value: '<port>', does: 'where it listens (else PORT, else 8080)' };
const sandboxPort: Option = { value: '<port>', does: 'where the sandbox listens (else SANDBOX_PORT, else 8090)' };

const eventsOption: Option = { value: '<names>', does: 'only these events, separated by commas (default all)' };
const since: Option = {
  value: '<time>',
  does: 'also what happened since then: 2026-01-31T00:00:00Z, or 30s, 10m, 2h, 1d ago',
};

const hosts = async () => import('./hosts.ts');
const operators = async () => import('../admin/commands.ts');
const pages = async () => import('./pages.ts');

export const commands: Commands = {
  start: {
    does: 'runs everything on this machine, offline: API, console, worker and a sandbox ledger',
    more: 'For development. Shows each request as it comes: method, path, status, milliseconds, request id. LOG_LEVEL=warn shows warnings alone, LOG_FORMAT=json writes JSON.',
    options: {
      port,
      'sandbox-port': sandboxPort,
      'data-dir': folder,
      ledger: { value: 'sandbox|tryton', does: 'tryton: also a Tryton server with books of its own (default sandbox)' },
    },
    examples: [
      'ledgerport start',
      'ledgerport start --port 9080 --sandbox-port 9090',
      'ledgerport start --ledger tryton',
    ],
    load: async () => (await hosts()).start,
  },
  http: {
    does: 'runs an HTTP host: the API, the hosted connect page and the console',
    more: 'What it needs comes from the environment or a file .env; .env.example documents every variable.',
    options: { port, 'data-dir': folder },
    examples: ['NODE_ENV=production ledgerport http'],
    load: async () => (await hosts()).http,
  },
  worker: {
    does: 'runs a worker: syncs, notifications, automations, deliveries',
    options: { 'data-dir': folder },
    examples: ['NODE_ENV=production ledgerport worker'],
    load: async () => (await hosts()).worker,
  },
  sandbox: {
    does: 'runs the sandbox ledger alone, in the provider’s place',
    options: { 'sandbox-port': sandboxPort, 'data-dir': folder },
    examples: ['ledgerport sandbox --sandbox-port 9090'],
    load: async () => (await hosts()).sandbox,
  },
  migrate: {
    does: 'brings the schema of the database up to date',
    more: 'In development a host does that itself. In production run it once a release, before its hosts start.',
    options: { json: json('what was applied') },
    examples: ['ledgerport migrate', 'DATABASE_URL=postgres://… ledgerport migrate --json'],
    load: async () => (await operators()).migrate,
  },
  doctor: {
    does: 'looks at runtime, secrets, database and clock, and changes nothing',
    more: 'The exit code is 1 when something is wrong.',
    options: { json: json('each finding') },
    examples: ['ledgerport doctor', 'ledgerport doctor --json'],
    load: async () => (await operators()).doctor,
  },
  admin: {
    does: 'operators’ commands: organizations, members, provider apps, keys, secrets, connections',
    within: async () => (await operators()).commands,
  },
  mcp: {
    does: 'lets an agent work in the books: forwards the protocol from standard input to the service',
    more: 'For programs that start a local server and send no headers. The key, of kind agent, comes from LEDGERPORT_API_KEY. Programs that can send a header need none of this: their address is that of the service with /mcp.',
    options: { url: { value: '<url>', does: `the service (else LEDGERPORT_URL, else http://localhost:8080)` } },
    examples: ['LEDGERPORT_API_KEY=acct_test_… ledgerport mcp --url https://ledgerport.example.com'],
    load: async () => (await import('./mcp.ts')).mcp,
  },
  listen: {
    does: 'forwards an environment’s events to your receiver, signed as deliveries are',
    more: 'No webhook endpoint is needed. Events go one after another, those of a connection in their order; what your receiver does not take with a 2xx is tried again, and what is behind it waits. The signing secret is the same at each start on this machine.',
    options: {
      'forward-to': { value: '<url>', does: 'your receiver: 3000, localhost:3000/hook or a whole address' },
      events: eventsOption,
      since,
      tries: {
        value: '<n>',
        does: 'how often one event is tried before it is given up (default 8, within two minutes)',
      },
      json: json('each try'),
      ...serviceOptions,
    },
    examples: [
      'ledgerport listen --forward-to localhost:3000/webhooks',
      'ledgerport listen --forward-to 3000 --events invoice.paid,invoice.updated --since 10m',
    ],
    load: async () => (await import('./listen.ts')).listen,
  },
  trigger: {
    does: 'makes something happen at the sandbox ledger or the API, waits for its event and prints it',
    more: 'What the event needs is made: a connection, a contact, an invoice. --list tells what each one does.',
    takes: '<event>',
    words: async () => (await import('./happenings.ts')).eventNames,
    options: {
      list: { does: 'every event, and what is done for it' },
      wait: { value: '<seconds>', does: 'how long to wait for the event (default 60)' },
      json: json('the event on one line'),
      ...serviceOptions,
    },
    examples: [
      'ledgerport trigger --list',
      'ledgerport trigger invoice.paid',
      'ledgerport trigger sync.completed --json',
    ],
    load: async () => (await import('./trigger.ts')).trigger,
  },
  'events tail': {
    does: 'prints events as they come',
    options: { events: eventsOption, since, json: json('each event on a line'), ...serviceOptions },
    examples: ['ledgerport events tail', 'ledgerport events tail --json --events invoice.paid --since 1h'],
    load: async () => (await import('./tails.ts')).tailEvents,
  },
  'events list': {
    does: 'prints the newest events, the newest first',
    options: {
      type: { value: '<name>', does: 'only this event' },
      connection: { value: '<id>', does: 'only those of this connection, conn_…' },
      limit: { value: '<n>', does: 'how many (default 20)' },
      json: json('each event on a line'),
      ...serviceOptions,
    },
    examples: ['ledgerport events list', 'ledgerport events list --type invoice.paid --limit 100 --json'],
    load: async () => (await import('./events.ts')).listEvents,
  },
  'events resend': {
    does: 'sends an event again to the endpoints that it was for, or one delivery alone',
    more: 'A delivery that has ended is sent once more. One that waits or is held is sent now. One that is being sent at this moment is named.',
    takes: '<event-id or delivery-id>',
    options: {
      endpoint: { value: '<id>', does: 'to this endpoint alone, we_…' },
      json: json('each delivery on a line'),
      ...serviceOptions,
    },
    examples: [
      'ledgerport events resend evt_…',
      'ledgerport events resend evt_… --endpoint we_…',
      'ledgerport events resend dlv_…',
    ],
    load: async () => (await import('./events.ts')).resendEvent,
  },
  'requests list': {
    does: 'prints the newest requests to the API, the newest first, and why they were refused',
    options: {
      status: { value: '<status>', does: 'only these: 404, 4xx, or failed' },
      connection: { value: '<id>', does: 'only those about this connection, conn_…' },
      limit: { value: '<n>', does: 'how many (default 20)' },
      json: json('each request on a line'),
      ...serviceOptions,
    },
    examples: ['ledgerport requests list --status failed', 'ledgerport requests list --connection conn_… --json'],
    load: async () => (await import('./requests.ts')).listRequests,
  },
  get: {
    does: 'reads anything of the API by its path',
    takes: '<path>',
    options: { json: json('the answer on one line'), ...serviceOptions },
    examples: ['ledgerport get /v1/connections', 'ledgerport get connections?limit=1 --json'],
    load: async () => (await import('./call.ts')).get,
  },
  post: {
    does: 'writes anything to the API by its path, once',
    more: 'A try that is lost is repeated under the same Idempotency-Key. Documents are files and are fetched by other means.',
    takes: '<path>',
    options: {
      data: { value: '<json>', does: 'the body: JSON, @ and a file, or - for standard input' },
      method: { value: 'POST|PUT|PATCH|DELETE', does: 'another method (default POST)' },
      'idempotency-key': { value: '<key>', does: 'your own, so that it may be repeated later' },
      json: json('the answer on one line'),
      ...serviceOptions,
    },
    examples: [
      'ledgerport post connections/conn_…/contacts --data {"name":"Harbour"}',
      'ledgerport post webhook-endpoints/we_… --method DELETE',
    ],
    load: async () => (await import('./call.ts')).post,
  },
  allocate: {
    does: 'settles a part of an invoice by a credit note, a prepayment or an overpayment, once',
    more: 'The same command run again allocates nothing twice: to allocate the same amount again, give a key of your own.',
    takes: '<credit-id> <invoice-id> <amount>',
    options: {
      connection: { value: '<id>', does: 'whose books, conn_…' },
      date: { value: '<day>', does: 'the day, such as 2026-12-01 (the provider may take another)' },
      check: { does: 'only looks whether it would be taken; writes nothing' },
      'idempotency-key': { value: '<key>', does: 'your own, so that it may be repeated later' },
      json: json('what was allocated'),
      ...serviceOptions,
    },
    examples: [
      'ledgerport allocate crn_… inv_… 40.5 --connection conn_…',
      'ledgerport allocate crn_… inv_… 40.5 --connection conn_… --check',
      'ledgerport allocate prp_… inv_… 400 --connection conn_…',
    ],
    load: async () => (await import('./allocations.ts')).allocate,
  },
  'allocations remove': {
    does: 'takes an allocation of a credit back, once',
    more: 'The allocations of a credit stand in it: ledgerport get connections/conn_…/credit_notes/crn_…',
    takes: '<credit-id> <allocation-id>',
    options: {
      connection: { value: '<id>', does: 'whose books, conn_…' },
      'idempotency-key': { value: '<key>', does: 'your own, so that it may be repeated later' },
      ...serviceOptions,
    },
    examples: ['ledgerport allocations remove crn_… 8c2e0f4b-… --connection conn_…'],
    load: async () => (await import('./allocations.ts')).removeAllocation,
  },
  attach: {
    does: 'attaches a file to a record, once',
    more: 'Types: invoices, credit_notes, quotes, purchase_orders, contacts, accounts, bank_transactions, manual_journals, bank_transfers, repeating_invoices. At most 10,000,000 bytes. The same command run again attaches nothing twice.',
    takes: '<type> <id> <file>',
    options: {
      connection: { value: '<id>', does: 'whose books, conn_…' },
      name: { value: '<name>', does: 'what it is called there (default: the name of the file)' },
      'content-type': { value: '<type>', does: 'its type (default: that of its name)' },
      replace: { does: 'takes the place of a file of this name' },
      'include-online': { does: 'shows it to the customer of a sale' },
      'idempotency-key': { value: '<key>', does: 'your own, so that it may be repeated later' },
      json: json('what was attached'),
      ...serviceOptions,
    },
    examples: [
      'ledgerport attach invoices inv_… bill.pdf --connection conn_…',
      'ledgerport attach contacts con_… terms.pdf --connection conn_… --replace',
    ],
    load: async () => (await import('./attachments.ts')).attach,
  },
  'attachments list': {
    does: 'prints the files of a record: id, bytes, name',
    takes: '<type> <id>',
    options: {
      connection: { value: '<id>', does: 'whose books, conn_…' },
      json: json('each file on a line'),
      ...serviceOptions,
    },
    examples: ['ledgerport attachments list invoices inv_… --connection conn_…'],
    load: async () => (await import('./attachments.ts')).listFiles,
  },
  'attachments get': {
    does: 'fetches a file of a record, and prints where it is now',
    more: 'A file that is there is never overwritten. Nothing is scanned: it is a file of a stranger.',
    takes: '<type> <id> <attachment-id>',
    options: {
      connection: { value: '<id>', does: 'whose books, conn_…' },
      out: { value: '<file>', does: 'where to write it (default: its own name, in this folder)' },
      ...serviceOptions,
    },
    examples: ['ledgerport attachments get invoices inv_… att_… --connection conn_… --out bill.pdf'],
    load: async () => (await import('./attachments.ts')).fetchFile,
  },
  report: {
    does: 'prints a report of an organization’s books: the profit and loss, the balance sheet, who owes what',
    more: 'The report is one of profit_and_loss, balance_sheet, trial_balance, aged_receivables, aged_payables, bank_summary. The provider computes it now, and nothing of it is stored. What a reader must know before relying on a figure is printed on standard error.',
    takes: '<report>',
    options: {
      connection: { value: '<id>', does: 'whose books, conn_…' },
      from: { value: '<day>', does: 'the first day (default the first of the month)' },
      to: { value: '<day>', does: 'the last day (default today in the organization’s time zone)' },
      date: { value: '<day>', does: 'the day of balances (default today)' },
      periods: { value: '<n>', does: 'earlier periods beside the latest, 0 to 11' },
      period: { value: 'month|quarter|year', does: 'how far apart they are (default month)' },
      basis: { value: 'accrual|cash', does: 'what was invoiced, or what was paid (default accrual)' },
      layout: { value: 'standard|own', does: 'the provider’s rows, or the organization’s own (default standard)' },
      contact: { value: '<id>', does: 'whose open documents are told, con_…; for aged reports' },
      'tracking-option': { value: '<id>', does: 'only what is tracked under this option' },
      json: json('the report'),
      ...serviceOptions,
    },
    examples: [
      'ledgerport report profit_and_loss --from 2026-10-01 --to 2026-10-31 --periods 2 --connection conn_…',
      'ledgerport report aged_receivables --contact con_… --connection conn_…',
    ],
    words: async () => (await import('../../core/domain/report-query.ts')).reportNames,
    load: async () => (await import('./reports.ts')).showReport,
  },
  ...providerCommands,
  'history list': {
    does: 'prints what happened to a record at the provider, newest first: time, user, change, details',
    takes: '<type> <id>',
    options: {
      connection: { value: '<id>', does: 'whose books, conn_…' },
      json: json('each entry on a line'),
      ...serviceOptions,
    },
    examples: ['ledgerport history list invoices inv_… --connection conn_…'],
    load: async () => (await import('./history.ts')).showHistory,
  },
  'history add': {
    does: 'adds a note to the history of a record at the provider',
    more: 'At most 2,500 characters of plain text, which nobody can take back. The same command run again adds nothing twice.',
    takes: '<type> <id> <note>',
    options: {
      connection: { value: '<id>', does: 'whose books, conn_…' },
      'idempotency-key': {
        value: '<key>',
        does: 'your own, so that it may be repeated later, or an equal note be added',
      },
      json: json('the note'),
      ...serviceOptions,
    },
    examples: ['ledgerport history add invoices inv_… Approved --connection conn_…'],
    load: async () => (await import('./history.ts')).addNote,
  },
  import: {
    does: 'writes the records of a CSV file or of JSON lines, each once, and says what became of each',
    more: 'The whole file is checked before anything is sent. The first row of a CSV file names fields of the API (item_key, contact_id, due_date, line_items.description …); rows that follow each other with the same item_key are one record with several lines. The provider’s own templates for sales invoices and bills are read as they are. The same command run again writes nothing twice. The exit code is 0 when all were written.',
    takes: '<file>',
    options: {
      connection: { value: '<id>', does: 'whose books, conn_…' },
      type: {
        value: 'invoices|contacts|purchase_orders|credit_notes|quotes|payments|bank_transactions',
        does: 'what they are (default invoices)',
      },
      'dry-run': { does: 'checks the file and sends nothing' },
      check: { does: 'checks the file against the books, the first 1,000 records one by one, and writes nothing' },
      template: {
        value: 'xero|xero-sales|xero-bills',
        does: 'the file is the provider’s template (default: if it has its columns)',
      },
      'create-contacts': { does: 'makes the contacts that a template names and the books lack' },
      decimal: { value: 'point|comma', does: 'what stands before decimals; the other one then groups thousands' },
      dates: { value: 'ymd|dmy|mdy', does: 'how dates are written (default YYYY-MM-DD; in a template, what fits all)' },
      out: { value: '<file>', does: 'a CSV file for item_key, status, id, provider_id and error of each record' },
      ...serviceOptions,
    },
    examples: [
      'ledgerport import invoices.csv --dry-run',
      'ledgerport import invoices.csv --connection conn_… --check',
      'ledgerport import invoices.csv --connection conn_… --out results.csv',
      'ledgerport import SalesInvoiceTemplate.csv --connection conn_… --create-contacts --dry-run',
      'ledgerport import contacts.jsonl --connection conn_… --type contacts',
    ],
    load: async () => (await import('./import-file.ts')).importFile,
  },
  'logs tail': {
    does: 'prints what the service does as it does it: calls to the provider, operations, events, deliveries',
    more: 'These are the timelines of connections: of the ten newest, or of the one that --connection names. "ledgerport requests list" shows the requests to the API.',
    options: {
      connection: { value: '<id>', does: 'this connection alone, conn_…' },
      since,
      json: json('each entry on a line'),
      ...serviceOptions,
    },
    examples: ['ledgerport logs tail', 'ledgerport logs tail --connection conn_… --since 10m --json'],
    load: async () => (await import('./tails.ts')).tailLogs,
  },
  seed: {
    does: 'fills the sandbox ledger with a company’s documents, connects it and reads it into the lists',
    more: 'Contacts, invoices, bills, quotes, purchase orders, credit notes and payments, in five currencies and every status. The same --seed makes the same documents; what is there already is not made twice.',
    options: {
      size: { value: 'small|year', does: 'a month or a year of documents (default year)' },
      seed: { value: '<n>', does: 'another number makes another company (default 1)' },
      json: json('what there is'),
      ...serviceOptions,
    },
    examples: ['ledgerport seed', 'ledgerport seed --size small --seed 7'],
    load: async () => (await import('./seed.ts')).seed,
  },
  reset: {
    does: 'removes the data of development: SQLite database, sandbox ledger, credentials, after a question',
    more: 'Nothing is removed in production, with PostgreSQL, or while the service runs.',
    options: { force: { does: 'without a question' }, 'data-dir': folder },
    examples: ['ledgerport reset', 'ledgerport reset --force'],
    load: async () => (await import('./reset.ts')).reset,
  },
  open: {
    does: 'opens a page of the service in the browser, and prints its address',
    takes: '<page>',
    words: async () => (await pages()).pageNames,
    more: 'Pages: console (when none is named), docs, api, events, errors.',
    options: serviceOptions,
    examples: ['ledgerport open', 'ledgerport open api'],
    load: async () => (await pages()).openPage,
  },
  completion: {
    does: 'prints what lets bash, zsh or fish complete commands and options',
    takes: '<shell>',
    takesAll: true,
    words: async () => ['bash', 'zsh', 'fish'],
    examples: ['ledgerport completion bash', 'ledgerport completion zsh', 'ledgerport completion fish'],
    load: async () => (await import('./completion.ts')).completion(commands),
  },
};
