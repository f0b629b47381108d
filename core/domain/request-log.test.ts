import { expect } from 'chai';
import { ServiceError } from './errors.ts';
import { loggedBody, loggedError } from './request-log.ts';

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
