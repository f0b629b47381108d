import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import type { Caller } from '../../domain/caller.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { WebhookEndpointRequest } from '../../schemas/requests/webhooks.ts';
import { invoice, invoiceId, openEngine, unpaid } from '../testing/engine.ts';
import { answered } from '../testing/hands.ts';

describe('webhook endpoints', () => {
  const engine = openedEach(() => openEngine());

  const valid: WebhookEndpointRequest = { url: 'https://hooks.example/a', event_types: ['invoice.paid'] };
  const create = (body: unknown, key?: string, caller: Caller = engine.caller) =>
    engine.core.webhooks.createEndpoint(caller, {
      write: { key, body: body as typeof valid },
    });
  const refusal = async (asked: Promise<unknown>): Promise<ServiceError> => {
    const error = await asked.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof ServiceError)) throw new Error(`not refused: ${String(error)}`);
    return error;
  };

  it('gives the secret once, and keeps it sealed', async () => {
    const { value, replayed } = await create({ ...valid, description: 'mine' });
    expect(replayed).to.equal(false);
    expect(value.signingSecret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(value.endpoint).to.deep.include({ status: 'enabled', description: 'mine', eventTypes: ['invoice.paid'] });
    const kept = JSON.stringify(await engine.database.knex('webhook_endpoints').select());
    expect(kept).not.to.contain(value.signingSecret ?? 'whsec_');
    expect(await engine.core.webhooks.findEndpoint(engine.caller, value.endpoint.id)).to.deep.equal(value.endpoint);
    const audit = await engine.storage.audit.list(engine.caller.organizationId, { limit: 10, page: 1 });
    expect(audit.items.map(({ action, subject }) => [action, subject])).to.deep.include([
      'webhook_endpoint.created',
      value.endpoint.id,
    ]);
  });

  const wrong: readonly [string, unknown, string, RegExp][] = [
    ['no body', undefined, '', /JSON object/],
    ['no url', { event_types: ['*'] }, 'url', /required/],
    ['url of another kind', { ...valid, url: 7 }, 'url', /a string/],
    ['url that may not be a destination', { ...valid, url: 'http://x' }, 'url', /https/],
    ['url too long', { ...valid, url: `https://${'x'.repeat(2050)}` }, 'url', /2048/],
    ['no types', { url: valid.url }, 'event_types', /required/],
    ['types not a list', { ...valid, event_types: 'invoice.paid' }, 'event_types', /list/],
    ['empty types', { ...valid, event_types: [] }, 'event_types', /at least one/],
    ['unknown type', { ...valid, event_types: ['invoice.paid', 'invoice.lost'] }, 'event_types[1]', /invoice\.lost/],
    ['type of another kind', { ...valid, event_types: [7] }, 'event_types[0]', /event type/],
    ['too many types', { ...valid, event_types: Array(101).fill('*') }, 'event_types', /at most 100/],
    ['description of another kind', { ...valid, description: {} }, 'description', /a string/],
    ['description with half a character', { ...valid, description: 'a\ud83d' }, 'description', /surrogate/],
    ['unknown field', { ...valid, secret: 'x' }, 'secret', /not a field/],
  ];
  for (const [name, body, path, message] of wrong) {
    it(`refuses ${name}`, async () => {
      const error = await refusal(create(body));
      expect(error.code).to.equal('BAD_REQUEST');
      const issue = error.details.errors?.find((found) => found.path === path);
      expect(issue?.message, JSON.stringify(error.details.errors)).to.match(message);
      expect((await engine.core.webhooks.listEndpoints(engine.caller, {})).total).to.equal(0);
    });
  }

  describe('removal', () => {
    async function deliver(count: number): Promise<void> {
      await engine.connect();
      engine.hands.answer = () => answered(500);
      for (let i = 1; i <= count; i++) {
        engine.hands.invoices.set(invoiceId, invoice(unpaid, `2026-03-01T10:00:0${i}.000Z`));
        await engine.notify(i, [invoiceId]);
        await engine.drain();
      }
    }

    it('stops deliveries of this endpoint only, and keeps the history', async () => {
      const { endpoint } = await engine.subscribe();
      const other = await engine.subscribe(['*'], 'https://hooks.example/other');
      await deliver(3);
      const removed = await engine.core.webhooks.removeEndpoint(engine.caller, endpoint.id);
      expect(removed.status).to.equal('deleted');
      const states = async (id: string) =>
        (await engine.core.webhooks.listDeliveries(engine.caller, { webhook_endpoint_id: id })).items.map(
          (d) => d.state,
        );
      expect(await states(endpoint.id)).to.deep.equal(['cancelled', 'cancelled', 'cancelled']);
      expect(await states(other.endpoint.id)).to.deep.equal(['retrying', 'retrying', 'retrying']);
      const { items } = await engine.core.webhooks.listDeliveries(engine.caller, { webhook_endpoint_id: endpoint.id });
      expect(items.every(({ attempts }) => attempts.length === 1)).to.equal(true);
      const sent = engine.hands.sent.length;
      engine.advance(5);
      await engine.drain();
      expect(engine.hands.sent.slice(sent).every(({ url }) => url === other.endpoint.url)).to.equal(true);
    });
  });

  describe('deliveries', () => {
    it('are filtered by state, endpoint and event', async () => {
      await engine.connect();
      const { endpoint } = await engine.subscribe();
      await engine.subscribe(['*'], 'https://hooks.example/other');
      engine.hands.answer = ({ url }) => answered(url === endpoint.url ? 200 : 500);
      engine.hands.invoices.set(invoiceId, invoice(unpaid, '2026-03-01T10:00:00.000Z'));
      await engine.notify(1, [invoiceId]);
      await engine.drain();
      const list = async (query: Record<string, string>) =>
        (await engine.core.webhooks.listDeliveries(engine.caller, query)).items;
      const [one] = await list({ state: 'succeeded' });
      expect(one?.endpointId).to.equal(endpoint.id);
      expect(await list({ state: 'retrying' })).to.have.length(1);
      expect(await list({ state: 'dead_letter' })).to.deep.equal([]);
      expect(await list({ event_id: one?.eventId ?? '' })).to.have.length(2);
      expect(await list({ event_id: one?.eventId ?? '', webhook_endpoint_id: endpoint.id })).to.have.length(1);
      const operations = await engine.operations('webhook.deliver');
      expect(operations.map(({ id }) => id)).to.include(one?.operationId);
    });
  });
});
