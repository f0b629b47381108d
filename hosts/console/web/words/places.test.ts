import { expect } from 'chai';
import { placesFor } from './places.ts';

const titles = (text: string) => placesFor(text).map(({ title }) => title);

describe('the places that a search finds', () => {
  for (const [text, ...expected] of [
    ['members', 'Members'],
    [
      'api key',
      'API keys',
      'Create an API key',
      'Make an API key for an agent',
      'Roll an API key',
      'Revoke an API key',
    ],
    ['create key', 'Create an API key'],
    ['Key creat', 'Create an API key'],
    ['scopes', 'API keys'],
    ['help', 'Guides', 'API reference', 'Event catalogue', 'Errors explained'],
    ['settings', 'Connect page', 'Account'],
    ['invoice.paid', 'invoice.paid'],
    ['BAD_REQUEST', 'BAD_REQUEST'],
    ['bad request', 'BAD_REQUEST'],
    ['Send a held delivery', 'Send a held delivery now'],
    ['nothing of the kind', ...[]],
    ['%', ...[]],
    ['a', ...[]],
    ['', ...[]],
  ]) {
    it(`of “${text}” are ${expected.join(', ') || 'none'}`, () => {
      expect(titles(String(text))).to.deep.equal(expected);
    });
  }

  it('lead to the page, its list as it is filtered, or the guide', () => {
    const led = (text: string) => placesFor(text).map(({ of, page }) => [of, page]);
    expect(led('audit log')).to.deep.equal([['organization', 'audit']]);
    expect(led('sync.completed')).to.deep.equal([['environment', 'events?type=sync.completed']]);
    expect(led('RATE_LIMITED')).to.deep.equal([['guides', 'errors#RATE_LIMITED']]);
    expect(led('contact_archived')).to.deep.equal([['environment', 'requests?status=failed&reason=contact_archived']]);
  });

  it('are a few of a kind', () => {
    expect(placesFor('in').length).to.be.at.most(20);
  });
});
