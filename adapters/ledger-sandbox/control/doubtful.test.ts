import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { type Drive, driveSandbox, items, type Loose } from '../drive-sandbox.test.ts';
import { type Doubtful, doubtful, doubtfulNames } from './doubtful.ts';
import { assumptions, imitated } from './imitated.ts';

interface Seen {
  /** What a caller sees of the behaviour. */
  see(drive: Drive): Promise<unknown>;
  /** As the sandbox is, and with the quirk `kinder`. */
  readonly usual: unknown;
  readonly kinder: unknown;
}

const desk = { Description: 'Desk', Quantity: 1, UnitAmount: 100, AccountCode: '200' };
const sale = { Type: 'ACCREC', Contact: { Name: 'City Power' }, DueDate: '2027-01-31' };
const bill = { ...sale, Type: 'ACCPAY', LineItems: [{ ...desk, AccountCode: '400' }] };
const moved = [
  { LineAmount: 80, AccountCode: '310' },
  { LineAmount: -80, AccountCode: '970' },
];
const lineOf = (document: Loose) => items(document['LineItems'])[0] ?? {};

async function answered(drive: Drive, path: string, body: object): Promise<number | string> {
  const { status, json } = await drive.api('PUT', path, body);
  return status === 200 ? status : String(json['Elements']?.[0]?.['ValidationErrors']?.[0]?.['Message']);
}

/** The compiler asks for an entry for each behaviour. */
const seen: Readonly<Record<Doubtful, Seen>> = {
  bill_references: {
    async see(drive) {
      const made = await drive.first('PUT', 'Invoices', { ...bill, Reference: 'PO-991' });
      const path = `Invoices/${made['InvoiceID']}`;
      const changed = await drive.first('POST', path, { Reference: 'PO-992' });
      const credit = { ...bill, Type: 'ACCPAYCREDIT', Reference: 'PO-993' };
      const note = await drive.first('PUT', 'CreditNotes', credit);
      return [made['Reference'], changed['Reference'], note['Reference']];
    },
    usual: ['', '', ''],
    kinder: ['PO-991', 'PO-992', 'PO-993'],
  },
  unknown_tracking: {
    async see(drive) {
      const Tracking = [
        { Name: 'Region', Option: 'Nowhere' },
        { Name: 'region', Option: 'north' },
        { Name: 'Nothing', Option: 'North' },
      ];
      const made = await drive.first('PUT', 'Invoices', { ...sale, LineItems: [{ ...desk, Tracking }] });
      return items(lineOf(made)['Tracking']).map(({ Name, Option }) => `${Name}: ${Option}`);
    },
    usual: ['Region: North'],
    kinder: ['Region: Nowhere', 'region: north', 'Nothing: North'],
  },
  tracking_of_quotes: {
    async see(drive) {
      const quote = { Contact: { Name: 'City Power' }, Date: '2027-01-01' };
      const byName = { Name: 'Region', Option: 'North' };
      const byId = { TrackingOptionID: 'bbbbbbbb-0000-4000-8000-000000000002' };
      const made = await drive.first('PUT', 'Quotes', { ...quote, LineItems: [{ ...desk, Tracking: [byName, byId] }] });
      return items(lineOf(made)['Tracking']).map(({ Name, Option }) => `${Name}: ${Option}`);
    },
    usual: ['Project: Repairs'],
    kinder: ['Region: North', 'Project: Repairs'],
  },
  item_codes: {
    async see(drive) {
      const first = await drive.first('PUT', 'Items', { Code: 'SHELF', Name: 'Shelf' });
      const { status, json } = await drive.api('PUT', 'Items', { Code: 'shelf', Description: 'Another' });
      return [status, json['Items']?.[0]?.['ItemID'] === first['ItemID'], json['Items']?.[0]?.['Name']];
    },
    usual: [200, true, 'Shelf'],
    kinder: [400, false, undefined],
  },
  wrong_accounts: {
    async see(drive) {
      const bank = { Type: 'SPEND', Contact: { Name: 'City Power' }, BankAccount: { Code: '090' } };
      const { status, json } = await drive.api('PUT', 'BankTransactions', {
        ...bank,
        LineItems: [{ ...desk, AccountCode: '090' }],
      });
      const made = json['BankTransactions']?.[0] ?? {};
      return [status, items(made['Warnings']).length, lineOf(made)['AccountCode']];
    },
    usual: [400, 0, undefined],
    kinder: [200, 1, undefined],
  },
  bank_accounts_of_lines: {
    async see(drive) {
      const spare = await drive.first('PUT', 'Accounts', { Code: '499', Name: 'Spare', Type: 'EXPENSE' });
      await drive.first('POST', `Accounts/${spare['AccountID']}`, { Status: 'ARCHIVED' });
      const of = (line: object) => answered(drive, 'Invoices', { ...sale, LineItems: [{ ...desk, ...line }] });
      return [
        await of({ AccountCode: '090' }),
        await of({ AccountCode: undefined, AccountID: spare['AccountID'] }),
      ].map((said) => said === 200);
    },
    usual: [false, false],
    kinder: [true, true],
  },
  item_details: {
    async see(drive) {
      const SalesDetails = { UnitPrice: 10, AccountCode: '200' };
      const { ItemID } = await drive.first('PUT', 'Items', { Code: 'SHELF', SalesDetails });
      return (await drive.first('POST', `Items/${ItemID}`, { SalesDetails: { UnitPrice: 12 } }))['SalesDetails'];
    },
    usual: { UnitPrice: 12 },
    kinder: { UnitPrice: 12, AccountCode: '200' },
  },
  unknown_items: {
    see: (drive) => answered(drive, 'Invoices', { ...sale, LineItems: [{ ...desk, ItemCode: 'NO-SUCH-ITEM' }] }),
    usual: "Item code 'NO-SUCH-ITEM' is not valid",
    kinder: 200,
  },
  currencies_not_subscribed: {
    async see(drive) {
      const document = { ...sale, LineItems: [desk], CurrencyCode: 'XXQ' };
      const contact = { Name: 'Abroad Ltd', DefaultCurrency: 'XXQ' };
      return [await answered(drive, 'Invoices', document), await answered(drive, 'Contacts', contact)];
    },
    usual: ['Organisation is not subscribed to currency XXQ', 'Organisation is not subscribed to currency XXQ'],
    kinder: [200, 200],
  },
  discounts_above_lines: {
    see: (drive) =>
      answered(drive, 'Invoices', { ...sale, LineItems: [{ ...desk, UnitAmount: 10, DiscountAmount: 27.83 }] }),
    usual: "The discount rate '27.83' is invalid. Discount must not be greater than the line total.",
    kinder: 200,
  },
  account_numbers: {
    async see(drive) {
      await drive.first('PUT', 'Contacts', { Name: 'One Ltd', AccountNumber: 'A-1' });
      return answered(drive, 'Contacts', { Name: 'Two Ltd', AccountNumber: 'a-1' });
    },
    usual: 'The Account Number already exists. Please enter a different Account Number.',
    kinder: 200,
  },
  delivery_addresses: {
    async see(drive) {
      const Addresses = [
        { AddressType: 'DELIVERY', AddressLine1: 'Dock 4' },
        { AddressType: 'STREET', AddressLine1: '1 Quay' },
      ];
      const made = await drive.first('PUT', 'Contacts', { Name: 'Dock Four Ltd', Addresses });
      return items(made['Addresses']).flatMap(({ AddressLine1 }) => AddressLine1 ?? []);
    },
    usual: ['1 Quay'],
    kinder: ['1 Quay', 'Dock 4'],
  },
  codes_of_text_lines: {
    async see(drive) {
      await drive.first('PUT', 'Items', { Code: 'NOTE-1' });
      const text = { ItemCode: 'NOTE-1', Description: 'Thank you' };
      const LineItems = [text, { ...text, Quantity: 1, UnitAmount: 0, AccountCode: '200' }];
      const made = await drive.first('PUT', 'Invoices', { ...sale, LineItems });
      return items(made['LineItems']).map(({ ItemCode = null }) => ItemCode);
    },
    usual: [null, 'NOTE-1'],
    kinder: ['NOTE-1', 'NOTE-1'],
  },
  empty_persons: {
    async see(drive) {
      const persons = async (body: object) => {
        const ContactPersons = [{ FirstName: 'Pat', EmailAddress: 'pat@example.com' }];
        const made = await drive.first('PUT', 'Contacts', { Name: `Persons ${JSON.stringify(body)}`, ContactPersons });
        const changed = await drive.first('POST', `Contacts/${made['ContactID']}`, body);
        return items(changed['ContactPersons']).length;
      };
      const nobody = { FirstName: '', LastName: '', EmailAddress: '', IncludeInEmails: false };
      return [await persons({ ContactPersons: [] }), await persons({ ContactPersons: [nobody] })];
    },
    usual: [1, 0],
    kinder: [0, 0],
  },
  discounts_in_lists: {
    async see(drive) {
      const LineItems = [{ ...desk, Quantity: 2, UnitAmount: 50, DiscountAmount: 7 }];
      const { InvoiceID } = await drive.first('PUT', 'Invoices', { ...sale, LineItems });
      const listed = await drive.first('GET', `Invoices?page=1&IDs=${InvoiceID}`);
      const read = await drive.first('GET', `Invoices/${InvoiceID}`);
      return [listed, read].map((one) => [lineOf(one)['DiscountRate'] ?? null, lineOf(one)['DiscountAmount'] ?? null]);
    },
    usual: [
      [7, null],
      [null, 7],
    ],
    kinder: [
      [null, 7],
      [null, 7],
    ],
  },
  journal_updates: {
    async see(drive) {
      const journal = { Narration: 'Stock', Date: '2027-01-01', JournalLines: moved, Url: 'https://a.example/1' };
      const made = await drive.first('PUT', 'ManualJournals', { ...journal, ShowOnCashBasisReports: false });
      const path = `ManualJournals/${made['ManualJournalID']}`;
      const changed = await drive.first('POST', path, { Narration: 'Stock again', JournalLines: moved });
      return [changed['Url'], changed['ShowOnCashBasisReports'], items(changed['JournalLines']).length];
    },
    usual: [undefined, true, 2],
    kinder: ['https://a.example/1', false, 2],
  },
  unknown_journal_accounts: {
    async see(drive) {
      const [debit, credit] = moved;
      const JournalLines = [{ ...debit, AccountCode: 'NONE' }, credit];
      const { status, json } = await drive.api('PUT', 'ManualJournals', { Narration: 'Stock', JournalLines });
      const made = json['ManualJournals']?.[0];
      return [status, made && items(made['JournalLines'])[0]?.['AccountCode'], made?.['Warnings']?.length];
    },
    usual: [200, undefined, 1],
    kinder: [400, undefined, undefined],
  },
  ended_documents: {
    async see(drive) {
      const { InvoiceID } = await drive.first('PUT', 'Invoices', { ...sale, Status: 'AUTHORISED', LineItems: [desk] });
      const echo = await drive.first('POST', `Invoices/${InvoiceID}`, { Status: 'VOIDED' });
      const read = await drive.first('GET', `Invoices/${InvoiceID}`);
      const listed = await drive.first('GET', `Invoices?page=1&IDs=${InvoiceID}`);
      return [echo, read, listed].map((one) => one['AmountDue']);
    },
    usual: [115, 115, 115],
    kinder: [115, 0, 0],
  },
};

describe('a behaviour that the sandbox could be kinder in', () => {
  let drive: Drive;
  beforeEach(async () => {
    drive = await driveSandbox();
  });
  afterEach(() => drive.close());

  for (const name of doubtfulNames) {
    it(`${name}: ${doubtful[name].does}`, async () => expect(await seen[name].see(drive)).to.eql(seen[name].usual));

    it(`${name}, kinder: ${doubtful[name].kinder}`, async () => {
      expect((await drive.control('POST', 'quirks', { kinder: [name] })).status).to.equal(200);
      expect(await seen[name].see(drive)).to.eql(seen[name].kinder);
    });
  }

  it('is no other word', async () => {
    expect((await drive.control('POST', 'quirks', { kinder: ['all'] })).status).to.equal(400);
  });

  it('stands in the README with every area that is imitated, and every assumption', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const [, table = ''] = readme.split('## What it imitates');
    const rows = [...(table.split('\n## ')[0] ?? '').matchAll(/^\| ([^|]+?) \| /gm)].map(([, area]) => area);
    expect(rows.filter((area) => area !== 'area')).to.have.members(imitated.map(({ area }) => area));
    for (const { assumed } of assumptions) expect(readme).to.contain(`- ${assumed}`);
  });

  it('stands in the README with its evidence', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    for (const name of doubtfulNames) {
      const { does, kinder, evidence } = doubtful[name];
      expect(readme).to.contain(`| \`${name}\` | ${does} | ${kinder} | ${evidence} |`);
    }
  });
});

describe('amounts and rates of the sandbox', () => {
  it('are rounded without a word: rates to six places, taxes and discounts to two', async () => {
    const drive = await driveSandbox();
    try {
      const LineItems = [{ ...desk, TaxAmount: 11.4451, DiscountAmount: 7.826 }];
      const made = await drive.first('PUT', 'Invoices', {
        ...{ ...sale, LineItems, CurrencyCode: 'USD' },
        CurrencyRate: 0.61234567,
      });
      expect(made['CurrencyRate']).to.equal(0.612346);
      expect(lineOf(made)).to.include({ TaxAmount: 11.45, DiscountAmount: 7.83, LineAmount: 92.17 });
    } finally {
      drive.close();
    }
  });

  it('are in the currencies that an organisation was made with', async () => {
    const drive = await driveSandbox();
    try {
      expect((await drive.control('POST', 'organisations', { name: 'Yen Ltd', currencies: ['JPY'] })).status).to.equal(
        200,
      );
      expect((await drive.control('POST', 'organisations', { name: 'Bad', currencies: [7] })).status).to.equal(400);
    } finally {
      drive.close();
    }
  });
});
