import { expect } from 'chai';
import { ServiceError } from './errors.ts';
import { loggedBody, loggedError, loggedPath } from './request-log.ts';

const key = `acct_live_${'a'.repeat(32)}`;

describe('what the request log keeps', () => {
  it('of a body: its shape without secrets, with long texts and what is beyond the bound cut', () => {
    const kept = loggedBody({
      name: 'Harbour',
      note: `${'é'.repeat(195)} ${key} ${'x'.repeat(1_000_000)}`,
      nested: {
        Client_Secret: 'hush',
        api_key: { deep: 'hush' },
        url: `https://a.test/?k=${key}`,
        amount: 1.5,
        none: null,
      },
      lines: [{ description: 'Bench' }],
    });
    expect(kept).to.deep.include({ name: 'Harbour', lines: [{ description: 'Bench' }] });
    const masked = '[redacted]';
    const url = `https://a.test/?k=acct_live_${masked}`;
    expect(kept['nested']).to.deep.equal({ Client_Secret: masked, api_key: masked, url, amount: 1.5, none: null });
    expect(kept['note']).to.match(/^é{195} acct…$/);
  });

  for (const [asked, kept] of [
    [
      '/v1/connections/conn_1/invoices?limit=300&q=M%C3%BCller%20%26+S',
      '/v1/connections/conn_1/invoices?limit=300&q=M%C3%BCller%20%26+S',
    ],
    [
      '/v1/events?api_key=hush&access%5Ftoken=hush&type=a',
      '/v1/events?api_key=%5Bredacted%5D&access%5Ftoken=%5Bredacted%5D&type=a',
    ],
    [`/v1/${key}/x?a=${key}`, '/v1/acct_live_%5Bredacted%5D/x?a=acct_live_%5Bredacted%5D'],
    [
      '/v1/x?url=https%3A%2F%2Fme%3Apw%40a.test%2Fhush9x8y7z6',
      '/v1/x?url=https%3A%2F%2F%5Bredacted%5D%40a.test%2F%5Bredacted%5D',
    ],
    ['/v1/x?bad=%E0%A4&flag', '/v1/x?bad=%E0%A4&flag'],
    [`/v1/x?a=1&q=${'é'.repeat(2_000)}`, '/v1/x?a=1&…'],
    [`/v1/x?a=${'b'.repeat(980)}&c=${key}`, `/v1/x?a=${'b'.repeat(980)}&…`],
  ] as const) {
    it(`of the path ${asked.slice(0, 60)} what is no secret, with the cut said`, () => {
      expect(loggedPath(asked)).to.equal(kept);
    });
  }

  const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`field ${n}`, n]));
  const deep = JSON.parse(`${'['.repeat(9_000)}${']'.repeat(9_000)}`);
  for (const [what, body] of Object.entries({
    'many items': { items: Array.from({ length: 5_000 }, () => ({ number: 'INV-1' })) },
    'many fields': wide,
    'a long name': { ['n'.repeat(100_000)]: 1 },
    'a deep list': { deep },
  })) {
    it(`of a body with ${what}: little more than four thousand characters`, () => {
      const text = JSON.stringify(loggedBody(body));
      expect(text.length).to.be.lessThan(9_000);
      expect(text).to.contain('…');
    });
  }

  it('of an error: its words, and of very many only the first', () => {
    const details = { errors: [{ path: 'name', message: 'is required' }], reason: 'x', operationId: 'op_1' as never };
    const short = loggedError(new ServiceError('BAD_REQUEST', `no ${key}`, details));
    expect(short).to.deep.equal({ message: 'no acct_live_[redacted]', retryable: false, errors: details.errors });
    const errors = Array.from({ length: 500 }, () => ({ path: 'line_items[0].name', message: 'is required' }));
    const long = loggedError(new ServiceError('BAD_REQUEST', 'm'.repeat(9_000), { errors, outcome: 'unknown' }));
    expect(long).to.deep.equal({ message: 'm'.repeat(500), retryable: false, outcome: 'unknown' });
  });
});
