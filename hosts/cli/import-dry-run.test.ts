// `ledgerport import --dry-run`: how it reads a file, and what it refuses.
import { linkSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { expect } from 'chai';
import { importTyped } from './testing/import-typed.ts';

const { folder, inFolder, typed, written, remove } = importTyped();
after(remove);

const dry = '--dry-run';
const contact = 'con_0zt39gf7ag9pqakhes431z5qkv';
const head = 'item_key,contact_id,due_date,line_items.description,line_items.quantity,line_items.account_code';

describe('ledgerport import --dry-run', () => {
  const line = (item_key: string, more: object = {}) =>
    JSON.stringify({ item_key, contact_id: contact, line_items: [{ quantity: 1 }], ...more });
  const shortHead = 'item_key,due_date\n';

  const taken: readonly (readonly [what: string, name: string, content: string, out: string])[] = [
    [
      'rows with one item_key as one record',
      'two.csv',
      `\ufeff${head}\n1,${contact},2030-01-31,"Desk, oak",2,090\n1,,,"Lamp\n(tall)",1,090\n2,${contact},,Chair,1,\n`,
      '2 invoices in 1 bulk write',
    ],
    [
      'semicolons and Windows line ends',
      'a.csv',
      `item_key;contact_id;line_items.quantity\r\n1;${contact};2\r\n`,
      '1 in',
    ],
    [
      'columns and rows without a value',
      'a.csv',
      `${head},,\r\n,,,,,,,\r\n1,${contact},,Desk,2,200,,\r\n,,\r\n  ,"",\r\n`,
      '1 in',
    ],
    [
      'a column that is no field and has no value',
      'a.csv',
      `item_key,memo,contact_id,line_items.quantity\n1,,${contact},2\n`,
      '1 in',
    ],
    ['sep=;', 'a.csv', `sep=;\r\nitem_key;contact_id;line_items.quantity\r\n1;${contact};2\r\n`, '1 in'],
    [
      'sep=| of a file that was saved again',
      'a.csv',
      `"sep=|"||\nitem_key|contact_id|line_items.quantity\n1|${contact}|2\n`,
      '1 in',
    ],
    [
      'carriage returns alone',
      'a.csv',
      `item_key,contact_id,line_items.quantity\r1,${contact},2\r2,${contact},2`,
      '2 in',
    ],
    [
      'several line ends',
      'a.csv',
      `item_key,contact_id,line_items.quantity\r\n1,${contact},2\n2,${contact},2\r\r\n`,
      '2 in',
    ],
    [
      'rows without their empty ends',
      'a.csv',
      `item_key,contact_id,line_items.quantity,due_date\n1,${contact},2\n2,${contact},1,2030-01-31,,\n`,
      '2 in',
    ],
    [
      'numbers of documents as their keys',
      'a.csv',
      `number,contact_id,line_items.quantity\nA,${contact},2\nA,,1\nB,${contact},1\n`,
      '2 in',
    ],
    ['contacts without keys', 'contacts.csv', 'name,email\nQuay,a@example.com\nQuay 2,\n', '2 contacts'],
    [
      'two phones of a contact',
      'contacts.csv',
      'name,phones.type,phones.number,phones.type,phones.number\nQuay,FAX,1,DDI,2\n',
      '1 contact',
    ],
    [
      'the lines of two currencies',
      'a.csv',
      `item_key,contact_id,currency,line_items.quantity,line_items.unit_amount\n1,${contact},NZD,2,450.5\n1,,,,9.995\n2,${contact},EUR,1000,1234.5678\n`,
      '2 invoices in 1 bulk write, lines of EUR 1,234,567.80, NZD 910.995',
    ],
    [
      'an amount of one for noughts',
      'a.csv',
      `item_key;contact_id;line_items.unit_amount\n1;${contact};0.125\n2;${contact};25.500\n`,
      '2 invoices in 1 bulk write, lines of 25.625',
    ],
    ['objects and lists', 'contacts.csv', 'item_key,name,phones.type,phones.number\n1,Quay,FAX,1\n1,,DDI,2\n', '1 con'],
    ['changes', 'contacts.csv', `item_key,id,name\n1,${contact},Quay\n`, '1 contact'],
    ['JSON lines', 'a.jsonl', `${line('1')}\n\n${line('2')}`, '2 invoices'],
    [
      '2,001 records',
      'b.jsonl',
      Array.from({ length: 2001 }, (_, i) => line(`${i}`)).join('\n'),
      '2,001 invoices in 3 bulk',
    ],
  ];
  for (const [what, name, content, out] of taken) {
    it(`takes ${what}`, async () => {
      const answer = await typed([
        written(name, content),
        '--type',
        out.includes('con') ? 'contacts' : 'invoices',
        dry,
      ]);
      expect(answer, answer.err).to.include({ code: 0, err: '' });
      expect(answer.out).to.match(new RegExp(`^${out}.*; nothing was sent$`));
    });
  }

  const refused: readonly (readonly [what: string, name: string, content: string | Uint8Array, said: RegExp])[] = [
    [
      'faults by line and column, also of a second row',
      'faults.csv',
      `${head}\n1,${contact},,"two\nlines",-1,\n1,,2030-01-31,,1.00001,\n1,,2030-02-01,,"1,5",\n3,,31.1.2030,,1,\n`,
      /^faults.csv:5: due_date differs from a row above .*\nfaults.csv:2: line_items.quantity must not be negative\nfaults.csv:4: line_items.quantity must have at most 4 decimal places\nfaults.csv:5: line_items.quantity must be a number: "1,5" is 1.5 with --decimal comma\nfaults.csv:6: contact_id is required\nfaults.csv:6: due_date must be a date.*\nledgerport: 2 of 2 invoices are wrong; nothing was sent$/,
    ],
    [
      'faults by line and path',
      'faults.jsonl',
      `${line('1')}\n${line('1', { due: 1 })}\n{"item_key":"2","line_items":[{},{"quantity":"1"}]}`,
      /^faults.jsonl:2: due is not a field of this request.*\nfaults.jsonl:2: item_key is the item_key of line 1, too\nfaults.jsonl:3: contact_id is required\nfaults.jsonl:3: line_items\[1\].quantity must be a number/,
    ],
    [
      'an id of records that are only created',
      'quotes.jsonl',
      line('1', { id: '1' }),
      /:1: id is not for quotes: they are/,
    ],
    [
      'a column that is no field',
      'a.csv',
      'item_key,due_dat',
      /a.csv:1: the column "due_dat" is not .*did you mean due_date/,
    ],
    ['a column of objects', 'a.csv', 'item_key,line_items', /the column "line_items" is not a field/],
    ['a column of the prototype', 'a.csv', 'item_key,toString', /the column "toString" is not a field/],
    ['a column twice', 'a.csv', 'item_key,due_date,due_date', /"due_date" occurs twice/],
    ['a file without item_key', 'a.csv', 'contact_id\n1', /a.csv:1: the column item_key is missing/],
    [
      'all columns that are no fields at once',
      'a.csv',
      'item_key,due_dat,memo\n1,2,3\n',
      /a.csv:1: the column "due_dat" is not .*\na.csv:1: the column "memo" is not a field/,
    ],
    [
      'a value in a column without a name',
      'a.csv',
      `${shortHead}1,2030-01-31,,Hobart\n`,
      /a.csv:2: "Hobart" stands in column 4, which has no name in the first row/,
    ],
    ...['1.23E+11', '1,23E+11', '1E+11', '1.23e+011'].map(
      (damaged) =>
        [
          `the key ${damaged}`,
          'a.csv',
          `item_key;contact_id;number\n1;${contact};1\n${damaged};${contact};2\n`,
          /a.csv:3: item_key is 1.* to which a spreadsheet turns a long number: format the column as text/,
        ] as const,
    ),
    [
      'a damaged number of a document',
      'a.csv',
      `item_key,contact_id,number\n1,${contact},4.5E+12\n`,
      /a.csv:2: number is 4.5E\+12, to which/,
    ],
    [
      'a price that may be a thousand times as much',
      'a.csv',
      `item_key;contact_id;line_items.unit_amount\n1;${contact};25.000\n2;${contact};1.000\n`,
      /a.csv:2: line_items.unit_amount 25.000 has three decimals.*--decimal comma reads 25000, --decimal point reads 25$/,
    ],
    ...[
      ['1,200.50', '1200.5 with --decimal point'],
      ['1.200,50', '1200.5 with --decimal comma'],
      ['1,200', '1200 with --decimal point and 1.2 with --decimal comma'],
      ['1 200,50', '1200.5 with --decimal comma'],
    ].map(
      ([number, readings]) =>
        [
          `the number ${number}, with its readings`,
          'a.csv',
          `item_key,contact_id,line_items.unit_amount\n1,${contact},"${number}"\n`,
          new RegExp(`unit_amount must be a number: "${number}" is ${readings}\n`),
        ] as const,
    ),
    ['a quote that does not end', 'a.csv', `${shortHead}1,"2\n`, /a.csv:2: Quote Not Closed/],
    ['a row without end', 'a.csv', `${shortHead}${'x'.repeat(70_000)}`, /a.csv:2: Max Record Size/],
    ['a line without end', 'a.jsonl', `\n"${'x'.repeat(5e6)}"`, /a.jsonl:2: the line is longer than 4 MiB/],
    ['an item without end', 'a.csv', `item_key\n${'1\n'.repeat(501)}`, /a.csv:502: an item has at most 500 rows/],
    ['other encodings', 'a.csv', Buffer.from(`${shortHead}1,Käse`, 'latin1'), /a.csv is not UTF-8/],
    ['what is not JSON', 'a.jsonl', `${line('1')}\n{`, /a.jsonl:2: /],
    ['what is no object', 'a.jsonl', '7', /a.jsonl:1: is not a JSON object/],
    ['an empty file', 'a.csv', '', /a.csv has no records/],
  ];
  for (const [what, name, content, said] of refused) {
    it(`refuses ${what}`, async () => {
      const answer = await typed([
        written(name, content),
        '--type',
        name.includes('quotes') ? 'quotes' : 'invoices',
        dry,
      ]);
      expect(answer.err).to.match(said);
      expect(answer).to.include({ code: 1, out: '' });
    });
  }

  it('reads UTF-16, which spreadsheets call Unicode text, with a byte order mark and without', async () => {
    const text = `item_key\tcontact_id\tline_items.description\tline_items.quantity\n1\t${contact}\tKäse 芝\t2\n`;
    const little = Buffer.from(`\ufeff${text}`, 'utf16le');
    for (const bytes of [
      little,
      Buffer.from(little).swap16(),
      Buffer.from(text, 'utf16le'),
      Buffer.from(text, 'utf16le').swap16(),
    ]) {
      expect(await typed([written('unicode.csv', bytes), dry])).to.include({ code: 0, err: '' });
    }
  });

  it('reads grouped numbers by the decimal mark that is named', async () => {
    const rows = (separator: string, numbers: readonly string[]) =>
      [
        ['item_key', 'contact_id', 'line_items.unit_amount'].join(separator),
        ...numbers.map((number, i) => [i, contact, `"${number}"`].join(separator)),
      ].join('\n');
    const point = rows(',', ['1,200.50', '25,000', '25.000', "1'234.5", '12,34,567.25', '\u22121,000', '7']);
    expect(
      (await typed([written('n.csv', point.replace('\u22121,000', '1,000')), dry, '--decimal', 'point'])).out,
    ).to.contain('lines of 1,263,034.25');
    const comma = rows(';', ['1.200,50', '25.000', '25,000', '1 234,5', '1\u202f234,5', '7']);
    expect((await typed([written('n.csv', comma), dry, '--decimal', 'comma'])).out).to.contain('lines of 28,701.50');
    const other = await typed([
      written('n.csv', rows(',', ['1.2.3', '1,20', '12,3456', '1.000,5'])),
      dry,
      '--decimal',
      'point',
    ]);
    expect(other.err.match(/must be a number/g)).to.have.length(4);
  });

  it('sends no control character of a file to the terminal', async () => {
    const evil = '\u001b]0;owned\u0007\u001b[31m\u009b2J\r\u202e';
    const csv = `item_key,contact_id,due_date\n1,${contact},"${evil}\n"\n2,${contact},x\n`;
    const named = `item_key,"${evil}"\n1,2\n`;
    for (const content of [csv, named]) {
      const { err, out } = await typed([written('evil.csv', content), dry]);
      if (content === named) expect(err).to.contain('\\u001b]0;owned\\u0007');
      expect(err + out).not.to.match(/(?!\n)\p{Cc}|\u202e/u);
    }
    const json = await typed([written('evil.jsonl', `{"item_key":"${evil}\n`), dry]);
    expect(json.err).not.to.match(/(?!\n)\p{Cc}/u);
    for (const words of [['\u001b[2J'], [inFolder('\u001b[2J.csv'), dry], ['a.csv', '--type', '\u001b[2J']]) {
      expect((await typed(words)).err).not.to.contain('\u001b');
    }
  });

  it('says in a sentence which file is not there, or is none', async () => {
    expect((await typed([inFolder('none.csv'), dry])).err).to.equal('ledgerport: there is no file none.csv');
    mkdirSync(inFolder('folder.csv'), { recursive: true });
    expect((await typed([inFolder('folder.csv'), dry])).err).to.equal('ledgerport: folder.csv is a folder, not a file');
  });

  it('takes no other files, and writes over none that it reads', async () => {
    expect(await typed([written('a.xlsx', ''), dry])).to.include({ code: 2 });
    const file = written('own.csv', head);
    const answer = await typed([file, '--connection', 'conn_1', '--out', `${folder}/./own.csv`]);
    expect([answer.code, readFileSync(file, 'utf8')]).to.deep.equal([1, head]);
  });

  it('touches the file for no results, whatever link or name leads there', async () => {
    const own = written('kept.csv', `item_key,contact_id,line_items.quantity\n1,${contact},1\n`);
    symlinkSync(own, inFolder('symbolic.csv'));
    linkSync(own, inFolder('hard.csv'));
    for (const out of [own, inFolder('symbolic.csv'), inFolder('hard.csv')]) {
      const answer = await typed([own, '--connection', 'conn_1', '--out', out]);
      expect(answer.err, out).to.contain('--out is the file itself');
      expect(readFileSync(own, 'utf8')).to.contain(contact);
    }
    const nowhere = await typed([own, '--connection', 'conn_1', '--out', inFolder('no/where.csv')]);
    expect(nowhere.err).to.contain('no/where.csv cannot be written: there is no such folder');
  });
});
