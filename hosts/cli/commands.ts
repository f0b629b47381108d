// Every command, with what its help says.
import type { Command, Option } from './command.ts';
import { serviceOptions } from './service.ts';

const folder: Option = { value: '<folder>', does: 'where data is stored (else DATA_DIR, else ./var)' };
const port: Option = { value: '<port>', does: 'where it listens (else PORT, else 8080)' };
const sandboxPort: Option = { value: '<port>', does: 'where the sandbox listens (else SANDBOX_PORT, else 8090)' };
const json = (what: string): Option => ({ does: `${what}, as JSON on standard output` });

const eventsOption: Option = { value: '<names>', does: 'only these events, separated by commas (default all)' };
const since: Option = {
  value: '<time>',
  does: 'also what happened since then: 2026-01-31T00:00:00Z, or 30s, 10m, 2h, 1d ago',
};

const operators = async () => import('./hosts.ts');

export const commands: Readonly<Record<string, Command>> = {
  start: {
    does: 'runs everything on this machine, offline: API, console, worker and a sandbox ledger',
    more: 'For development. Shows each request as it comes: method, path, status, milliseconds, request id. LOG_LEVEL=warn shows warnings alone, LOG_FORMAT=json writes JSON.',
    options: { port, 'sandbox-port': sandboxPort, 'data-dir': folder },
    examples: ['ledgerport start', 'ledgerport start --port 9080 --sandbox-port 9090'],
    load: async () => (await operators()).start,
  },
  http: {
    does: 'runs an HTTP host: the API, the hosted connect page and the console',
    more: 'What it needs comes from the environment or a file .env; .env.example documents every variable.',
    options: { port, 'data-dir': folder },
    examples: ['NODE_ENV=production ledgerport http'],
    load: async () => (await operators()).http,
  },
  worker: {
    does: 'runs a worker: syncs, notifications, automations, deliveries',
    options: { 'data-dir': folder },
    examples: ['NODE_ENV=production ledgerport worker'],
    load: async () => (await operators()).worker,
  },
  sandbox: {
    does: 'runs the sandbox ledger alone, in the provider’s place',
    options: { 'sandbox-port': sandboxPort, 'data-dir': folder },
    examples: ['ledgerport sandbox --sandbox-port 9090'],
    load: async () => (await operators()).sandbox,
  },
  migrate: {
    does: 'brings the schema of the database up to date',
    more: 'In development a host does that itself. In production run it once a release, before its hosts start.',
    options: { json: json('what was applied') },
    examples: ['ledgerport migrate', 'DATABASE_URL=postgres://… ledgerport migrate --json'],
    load: async () => (await operators()).admin('migrate'),
  },
  doctor: {
    does: 'looks at runtime, secrets, database and clock, and changes nothing',
    more: 'The exit code is 1 when something is wrong.',
    options: { json: json('each finding') },
    examples: ['ledgerport doctor', 'ledgerport doctor --json'],
    load: async () => (await operators()).admin('doctor'),
  },
  admin: {
    does: 'operators’ commands: organizations, members, provider apps, keys, secrets',
    more: '"ledgerport admin --help" lists them.',
    takes: '<command>',
    passesOn: true,
    examples: [
      'ledgerport admin --help',
      'ledgerport admin org create --name Acme --plan paid',
      'ledgerport admin key create --org org_… --environment live --name backend',
    ],
    load: async () => (await operators()).admin(),
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
  'logs tail': {
    does: 'prints what the service does as it does it: calls to the provider, operations, events, deliveries',
    more: 'These are the timelines of connections: of the ten newest, or of the one that --connection names. Requests to the API have no list; "ledgerport start" shows them, and a host logs them.',
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
};
