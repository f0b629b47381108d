import { expect } from 'chai';
import { type AgentRights, agentRowWords, agentSentences, agentWarnings, connectLines } from './agent-key-words.ts';

const reading: AgentRights = {
  environment: 'test',
  scopes: ['read'],
  companies: ['Harbour Tools Ltd'],
  tools: null,
  limits: null,
  approval: 'all',
  lookAlikeHours: 24,
  until: '27 Feb 2027',
};
const writing: AgentRights = { ...reading, scopes: ['read', 'write'] };
const limits = { per_write: { GBP: 500 }, per_day: { GBP: 5000, EUR: 99.5 }, writes_per_day: 50 };

describe('the sentence of an agent key', () => {
  const said: readonly (readonly [name: string, rights: AgentRights, words: readonly string[]])[] = [
    [
      'that reads',
      { ...reading, limits },
      ['This agent reads the test books of “Harbour Tools Ltd”, and changes nothing.', 'It works until 27 Feb 2027.'],
    ],
    [
      'that reads with some tools, everywhere',
      { ...reading, companies: null, environment: 'live', tools: ['list_invoices'] },
      [
        'This agent reads the live books of every company, also of those that connect later, and changes nothing.',
        'It may use 1 tool only: list_invoices.',
        'It works until 27 Feb 2027.',
      ],
    ],
    [
      'that writes what a person approves',
      { ...writing, companies: ['A', 'B', 'C'] },
      [
        'This agent reads and writes the test books of “A”, “B” and “C”.',
        'Each write waits until one of your people has approved it; nothing is written unasked.',
        'No amount and no number bounds its writes.',
        'Before it makes what looks like something of the last 24 hours, it must say that it means another one.',
        'It works until 27 Feb 2027.',
      ],
    ],
    [
      'that writes at once up to its limits',
      { ...writing, scopes: ['read', 'write', 'automate'], approval: 'none', limits, lookAlikeHours: 0 },
      [
        'This agent reads and writes the test books of “Harbour Tools Ltd”, and starts automations.',
        'Nobody is asked: what it sends is written at once.',
        'At most 500.00 GBP in one write, 5,000.00 GBP or 99.50 EUR in a day and 50 writes in a day (UTC, before tax); what is above is refused, and so is every other currency.',
        'It is not asked about what looks like something that was just made.',
        'It works until 27 Feb 2027.',
      ],
    ],
    [
      'whose high writes wait',
      {
        ...writing,
        companies: ['A', 'B', 'C', 'D', 'E'],
        approval: 'high',
        limits: { writes_per_day: 1 },
        lookAlikeHours: 1,
      },
      [
        'This agent reads and writes the test books of 5 companies.',
        'What is high waits until one of your people has approved it: authorising, payments, cancelling, e-mail, a contact’s address or tax number, many records at once, and what is above a limit. Other writes, such as drafts, are made at once.',
        'At most 1 write in a day (UTC, before tax); what is above needs an approval.',
        'Before it makes what looks like something of the last hour, it must say that it means another one.',
        'It works until 27 Feb 2027.',
      ],
    ],
  ];
  for (const [name, rights, words] of said) {
    it(`tells of one ${name}`, () => {
      expect(agentSentences(rights)).to.deep.equal(words);
    });
  }

  it('shows what is hidden in a company’s name', () => {
    const [first = ''] = agentSentences({ ...reading, companies: ['Harbour\u202e dtL'] });
    expect(first).to.contain('“Harbour⟨U+202E⟩ dtL”');
  });
});

describe('the warnings of an agent key', () => {
  const count = (rights: Partial<AgentRights>) => agentWarnings({ ...writing, ...rights }).length;

  it('are none for a narrow one', () => {
    expect(agentWarnings(reading)).to.deep.equal([]);
    expect(agentWarnings(writing)).to.deep.equal([]);
    expect(agentWarnings({ ...writing, approval: 'high' })).to.deep.equal([]);
  });

  it('tell of each thing that is broad', () => {
    expect(agentWarnings({ ...reading, environment: 'live' }).join()).to.contain('real customers’ books');
    expect(agentWarnings({ ...reading, companies: null }).join()).to.contain('every company');
    expect(agentWarnings({ ...writing, lookAlikeHours: 0 }).join()).to.contain('the same invoice twice');
    const none = agentWarnings({ ...writing, approval: 'none' }).join();
    expect(none).to.contain('Nobody looks').and.contain('No amount').and.contain('No number');
    expect([count({ approval: 'none', limits }), count({ approval: 'none' })]).to.deep.equal([1, 3]);
    expect(
      count({
        approval: 'none',
        scopes: ['read', 'automate'],
        companies: null,
        environment: 'live',
        lookAlikeHours: 0,
      }),
    ).to.equal(7);
  });
});

describe('the row of an agent key', () => {
  it('says what it may write and who approves it', () => {
    expect(agentRowWords({ scopes: ['read'], requires_approval: 'none', limits: null })).to.equal('Reads only');
    expect(agentRowWords({ scopes: ['read', 'write'], requires_approval: 'high', limits: null })).to.equal(
      'A person approves what is high · no limits',
    );
    expect(agentRowWords({ scopes: ['automate'], requires_approval: 'none', limits })).to.equal(
      'Nobody approves anything · 500.00 GBP a write, 5,000.00 GBP or 99.50 EUR a day, 50 writes a day',
    );
  });
});

describe('how an agent connects', () => {
  it('is told by its address, a command, a program and REST, each with the key', () => {
    const lines = connectLines({ origin: 'https://books.example/x', secret: 'acct_test_1', name: 'Büro; rm -rf' });
    expect(lines[0]?.text).to.equal(
      'claude mcp add --transport http ledgerport-b-ro-rm-rf https://books.example/x/mcp --header "Authorization: Bearer acct_test_1"',
    );
    expect(lines[2]?.text).to.equal('LEDGERPORT_API_KEY=acct_test_1 npx ledgerport mcp --url https://books.example/x');
    for (const { text } of lines) expect(text).to.contain('acct_test_1').and.contain('https://books.example/x');
    expect(lines[3]?.hint).to.contain('Request-Ref');
    expect(connectLines({ origin: 'o', secret: 's', name: '经理' })[0]?.text).to.contain('http ledgerport o/mcp');
  });
});
