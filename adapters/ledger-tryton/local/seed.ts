// Seeds an empty Tryton database through JSON-RPC: currencies, a company, chart, fiscal years, taxes, a way to pay, a user.
import type { Json, JsonObject } from '../../../core/ports.ts';
import type { Rpc, TrytonSession } from '../rpc.ts';
import { dateValue, decimalValue } from '../values.ts';

export const serviceLogin = 'ledgerport';

/** Of `admin`, and of the user that the service connects with. */
export interface Passwords {
  readonly admin: string;
  readonly service: string;
}

/** Ids of what the seed made. */
export interface Seeded {
  readonly company: number;
  readonly currency: number;
  /** EUR, of which two make one NZD. */
  readonly foreignCurrency: number;
  readonly accounts: Readonly<Record<'Cash' | 'Expense' | 'Payable' | 'Receivable' | 'Revenue' | 'Tax', number>>;
  readonly category: number;
  readonly salesTax: number;
  readonly purchaseTax: number;
  readonly paymentMethod: number;
  readonly paymentTerm: number;
  readonly serviceUser: number;
}

export type Place = Pick<TrytonSession, 'url' | 'database'>;

/** Calls as one user; adds the context that `context` returns. */
export interface TrytonClient {
  readonly session: TrytonSession;
  call(method: string, ...params: Json[]): Promise<Json>;
  create(model: string, values: JsonObject): Promise<number>;
  find(model: string, domain: Json[], fields?: string[]): Promise<readonly JsonObject[]>;
}

export async function logIn(
  rpc: Rpc,
  { url, database }: Place,
  login: string,
  password: string,
): Promise<TrytonSession> {
  const params = [login, { password }, 'en'];
  const [userId, key] = (await rpc({ url, database, method: 'common.db.login', params, writes: false })) as [
    number,
    string,
  ];
  return { url, database, login, userId, key };
}

/** `company`: the company whose books every call reads and writes. */
interface User {
  readonly login: string;
  readonly password: string;
  readonly company?: number;
}

/** Logs in as a user and calls the server directly, as a person's client would. */
export async function clientAs(rpc: Rpc, place: Place, { login, password, company }: User): Promise<TrytonClient> {
  const session = await logIn(rpc, place, login, password);
  const context = company === undefined ? {} : { company, language: 'en' };
  const { url, database } = place;
  const call = (method: string, ...params: Json[]) =>
    rpc({ url, database, session, method, params: [...params, context], writes: true });
  return {
    session,
    call,
    create: async (model, values) => ((await call(`model.${model}.create`, [values])) as number[])[0] ?? 0,
    find: async (model, domain, fields = ['id']) =>
      (await call(`model.${model}.search_read`, domain, 0, null, [['id', 'ASC']], fields)) as JsonObject[],
  };
}

export async function seed(rpc: Rpc, place: Place, passwords: Passwords): Promise<Seeded> {
  const admin = { login: 'admin', password: passwords.admin };
  const outside = await clientAs(rpc, place, admin);
  const [currency, foreignCurrency] = [
    await makeCurrency(outside, ['New Zealand Dollar', 'NZD', '554', '1']),
    await makeCurrency(outside, ['Euro', 'EUR', '978', '0.5']),
  ];
  const company = await makeCompany(outside, 'Hearth & Kiln Studio', currency);
  const client = await clientAs(rpc, place, { ...admin, company });
  const accounts = await makeChart(client, company);
  const category = await makeConfiguration(client, accounts);
  await makeFiscalYears(client, company);
  const taxOf = (name: string) =>
    client.create('account.tax', {
      ...{ name, description: name, type: 'percentage', rate: decimalValue('0.15'), company },
      ...{ invoice_account: accounts.Tax, credit_note_account: accounts.Tax, group: null, legal_notice: null },
    });
  const journal = await oneOf(client, 'account.journal', [['type', '=', 'cash']]);
  return {
    company,
    currency,
    foreignCurrency,
    accounts,
    category,
    salesTax: await taxOf('GST 15% on sales'),
    purchaseTax: await taxOf('GST 15% on purchases'),
    paymentMethod: await client.create('account.invoice.payment.method', {
      ...{ name: 'Bank', company, journal, credit_account: accounts.Cash, debit_account: accounts.Cash },
    }),
    paymentTerm: await client.create('account.invoice.payment_term', {
      name: '20 days',
      lines: [['create', [{ type: 'remainder', relativedeltas: [['create', [{ days: 20 }]]] }]]],
    }),
    serviceUser: await makeServiceUser(client, passwords.service, company),
  };
}

async function oneOf(client: TrytonClient, model: string, domain: Json[]): Promise<number> {
  const [found] = await client.find(model, domain);
  if (!found) throw new Error(`no ${model} for ${JSON.stringify(domain)}`);
  return Number(found['id']);
}

function makeCurrency(
  client: TrytonClient,
  [name, code, numeric_code, rate]: readonly [string, string, string, string],
) {
  const rates = [['create', [{ date: dateValue('2020-01-01'), rate: decimalValue(rate) }]]];
  const digits = { rounding: decimalValue('0.01'), digits: 2 };
  return client.create('currency.currency', { name, symbol: code, code, numeric_code, ...digits, rates });
}

/** Makes a company of the administrator. */
export async function makeCompany(client: TrytonClient, name: string, currency: number): Promise<number> {
  const address = { street: '1 Cuba Street', city: 'Wellington', postal_code: '6011' };
  const party = await client.create('party.party', { name, addresses: [['create', [address]]] });
  // Tryton: without cancel_invoice_out a posted customer invoice cannot be cancelled, only credited.
  const company = await client.create('company.company', { party, currency, cancel_invoice_out: true });
  await client.call('model.res.user.write', [client.session.userId], { companies: [['add', [company]]], company });
  return company;
}

export async function makeChart(client: TrytonClient, company: number): Promise<Seeded['accounts']> {
  const template = [
    ['module', '=', 'account'],
    ['fs_id', '=', 'account_template_root_en'],
  ];
  const [found] = await client.find('ir.model.data', template, ['db_id']);
  const [wizard] = (await client.call('wizard.account.create_chart.create')) as number[];
  const run = (data: JsonObject, state: string) =>
    client.call('wizard.account.create_chart.execute', wizard ?? 0, data, state);
  const account = { account: { account_template: found?.['db_id'] ?? null, company } };
  await run(account, 'create_account');
  const made = await client.find('account.account', [['type', '!=', null]], ['name']);
  const accounts = Object.fromEntries(
    made.map(({ id, name }) => [String(name).replace('Main ', ''), Number(id)]),
  ) as unknown as Seeded['accounts'];
  const { Receivable: account_receivable, Payable: account_payable } = accounts;
  await run({ ...account, properties: { company, account_receivable, account_payable } }, 'create_properties');
  await client.call('wizard.account.create_chart.delete', wizard ?? 0);
  // Tryton: the template has no codes.
  const codes = { Receivable: '610', Payable: '800', Revenue: '200', Expense: '400', Cash: '090', Tax: '820' };
  for (const [name, code] of Object.entries(codes)) {
    await client.call('model.account.account.write', [accounts[name as keyof Seeded['accounts']]], { code });
  }
  return accounts;
}

/** The accounts of lines without a product; taxes are rounded line by line. */
async function makeConfiguration(client: TrytonClient, { Revenue, Expense }: Seeded['accounts']): Promise<number> {
  await client.call('model.account.configuration.write', [1], {
    tax_rounding: 'line',
    default_category_account_revenue: Revenue,
    default_category_account_expense: Expense,
  });
  const accounts = { account_revenue: Revenue, account_expense: Expense };
  return client.create('product.category', { name: 'Default', accounting: true, ...accounts });
}

/** The years before, of and after today, with a sequence for each kind of document. */
async function makeFiscalYears(client: TrytonClient, company: number): Promise<void> {
  const typeOf = (name: string) => oneOf(client, 'ir.sequence.type', [['name', '=', name]]);
  const [ofMoves, ofInvoices] = [await typeOf('Account Move'), await typeOf('Invoice')];
  const thisYear = new Date().getUTCFullYear();
  const years: number[] = [];
  for (const year of [thisYear - 1, thisYear, thisYear + 1]) {
    const moves = { name: `Moves ${year}`, sequence_type: ofMoves, company };
    const strict = (prefix: string) =>
      client.create('ir.sequence.strict', {
        ...{ name: `${prefix} ${year}`, sequence_type: ofInvoices, company, prefix: `${prefix}-${year}-`, padding: 4 },
      });
    const sequences = {
      company,
      out_invoice_sequence: await strict('INV'),
      in_invoice_sequence: await strict('BILL'),
      out_credit_note_sequence: await strict('SCN'),
      in_credit_note_sequence: await strict('BCN'),
    };
    years.push(
      await client.create('account.fiscalyear', {
        ...{ name: String(year), company, post_move_sequence: await client.create('ir.sequence', moves) },
        ...{ start_date: dateValue(`${year}-01-01`), end_date: dateValue(`${year}-12-31`) },
        invoice_sequences: [['create', [sequences]]],
      }),
    );
  }
  await client.call('model.account.fiscalyear.create_period', years);
}

const serviceGroups = [
  ...['Accounting', 'Account', 'Account Administration', 'Sales', 'Purchase'],
  ...['Party Administration', 'Currency Administration', 'Product Administration'],
];

/** Accounting, sales, purchases and parties; no administration. */
async function makeServiceUser(client: TrytonClient, password: string, company: number): Promise<number> {
  const groups = await client.find('res.group', [['name', 'in', serviceGroups]]);
  return client.create('res.user', {
    ...{ name: 'Ledgerport', login: serviceLogin, password, company },
    ...{ companies: [['add', [company]]], groups: [['add', groups.map(({ id }) => Number(id))]] },
  });
}
