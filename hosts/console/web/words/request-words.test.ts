import { expect } from 'chai';
import { pathOf, shortRoute, statusTone, statusWords } from './request-words.ts';

describe('request words', () => {
  it('colour a status, and say that there was none', () => {
    const shown = [null, 201, 304, 404, 503].map((status) => `${statusWords(status)} ${statusTone(status)}`);
    expect(shown).to.deep.equal(['Client left quiet', '201 good', '304 good', '404 warn', '503 bad']);
  });

  it('leave out the connection of a route', () => {
    expect(shortRoute('/v1/connections/:connection_id/invoices')).to.equal('…/invoices');
    expect(shortRoute('/accounting/live/connections/:connection_id/sync')).to.equal('…/sync');
    for (const whole of ['/v1/connections/:connection_id', '/v1/events']) expect(shortRoute(whole)).to.equal(whole);
  });

  it('put the known ids into a route', () => {
    const none = { connection_id: null, operation_id: null, record: null };
    const own = { ...none, connection_id: 'conn_1', record: { id: 'inv_1' } };
    const route = '/v1/connections/:connection_id/invoices/:resource_id/cancel';
    expect(pathOf({ ...own, route })).to.equal('/v1/connections/conn_1/invoices/inv_1/cancel');
    expect(pathOf({ ...none, route: '/v1/webhook-endpoints/:webhook_endpoint_id' })).to.equal(
      '/v1/webhook-endpoints/…',
    );
  });
});
