// The whole story of one change at the provider, over the sandbox: from its notification to the delivered webhook.
import { createHmac, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { Caller } from '../../domain/caller.ts';
import type { RequestId } from '../../domain/ids.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import type { Operation, OperationType } from '../../domain/operation.ts';
import type { TimelineEntry } from '../../domain/timeline.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import { authorised, openBooks } from '../resources/testing/books.ts';
import { write } from '../testing/connecting.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenService } from '../testing/worlds.ts';
import { recordTimeline } from './read-timelines.ts';

const notified = 'r-notified' as RequestId;

describe('timelines', () => {
  let invoice: CachedRecord;
  let status: number;
  const sent: Readonly<Record<string, string>>[] = [];

  const { service, tenancy } = givenService({
    wrap: (ports) => ({
      ...ports,
      sender: {
        ...ports.sender,
        async send({ headers }) {
          sent.push(headers);
          const excerpt = 'private answer of the receiver';
          return { kind: 'answered', status, excerpt, retryAfterSeconds: null, durationMs: 7 };
        },
      },
    }),
  });
  const books = openedOnce(() => openBooks(service, tenancy));
  before(async () => {
    // Ends the first sync, which does not count here.
    await drain();
    invoice = await authorised(books);
    const body = { url: 'https://hooks.example.com/a', event_types: ['invoice.updated'] };
    await service.core.webhooks.createEndpoint(tenancy.test, { write: write(body) });
    service.advance(2);
    await books.byHand('invoices', invoice.providerId, { due_date: '2030-02-28' });
    status = 500;
    await notify(1);
    await drain();
    service.advance(60, 'core');
    status = 200;
    await drain();
  });

  async function notify(sequence: number): Promise<void> {
    const { tenantId } = books;
    const resourceId = invoice.providerId;
    const event = { tenantId, resourceId, eventCategory: 'INVOICE', eventType: 'UPDATE' };
    const told = { ...event, eventDateUtc: '2030-01-01T00:00:00.000', tenantType: 'ORGANISATION' };
    const body = new TextEncoder().encode(
      JSON.stringify({ events: [told], firstEventSequence: sequence, lastEventSequence: sequence, entropy: 'X' }),
    );
    const signature = createHmac('sha256', 'webhook-key').update(body).digest('base64');
    const { id: appId } = tenancy.apps.test;
    expect(
      await service.core.notifications.receive({ provider: 'ledger', appId, body, signature, requestId: notified }),
    ).to.equal('accepted');
  }

  async function drain(): Promise<void> {
    for (let round = 0; round < 50; round++) {
      const claimed = await service.core.worker.claim(10);
      if (claimed.length === 0) return;
      for (const leased of claimed) await service.core.worker.run(leased, new AbortController().signal);
    }
    throw new Error('the queue does not run dry');
  }

  const only = async (type: OperationType, state = 'succeeded'): Promise<Operation> => {
    const [operation, ...more] = (await service.core.operations.list(tenancy.test, { type, state })).items;
    if (!operation || more.length > 0) throw new Error(`not exactly one ${type}`);
    return operation;
  };
  const entries = async (id: string): Promise<readonly TimelineEntry[]> =>
    (await service.core.operations.timeline(tenancy.test, id)).items;
  const story = (items: readonly TimelineEntry[]) => items.map(({ kind, title }) => `${kind}: ${title}`);
  const read = () => `/Invoices/${invoice.providerId}`;

  it('tells of an operation all that led to it and all that came of it, in order of time', async () => {
    const { id } = await only('notification.process');
    const items = await entries(id);
    expect(story(items)).to.have.members([
      'request: Notification received from the provider',
      'operation: Operation created: notification.process',
      'operation: Operation started',
      'attempt: Attempt 1: succeeded',
      `provider_call: GET ${read()}: 200`,
      'event: Event invoice.updated',
      'delivery: Delivery of invoice.updated: succeeded',
      'operation: Operation ended: succeeded',
      'delivery_attempt: Delivery attempt 1: 500',
      'delivery_attempt: Delivery attempt 2: 200',
    ]);
    const times = items.map(({ at }) => at.getTime());
    expect(times).to.deep.equal(times.toSorted((a, b) => a - b));
    expect(new Set(items.map(({ requestId }) => requestId))).to.deep.equal(new Set([notified]));
    const at = (kind: string) => items.findIndex((entry) => entry.kind === kind);
    const causes = ['request', 'operation', 'attempt', 'provider_call', 'event', 'delivery_attempt'];
    expect(causes.map(at)).to.deep.equal(causes.map(at).toSorted((a, b) => a - b));
  });

  it('gives each entry its facts, and nothing of what was sent or answered', async () => {
    const { id, connectionId } = await only('notification.process');
    const items = await entries(id);
    const one = (kind: string) => items.find((entry) => entry.kind === kind);
    const call = one('provider_call');
    expect(call).to.include({ operationId: id });
    expect(call?.details).to.include({ connection_id: connectionId, method: 'GET', path: read(), status: 200 });
    expect(call?.details['bytes_in']).to.be.greaterThan(500);
    const event = one('event');
    const sequence = event?.details['sequence'];
    expect(sequence).to.be.a('number');
    expect(event?.details).to.deep.equal({ type: 'invoice.updated', connection_id: connectionId, sequence });
    const delivery = await only('webhook.deliver');
    expect(one('delivery')).to.deep.include({ operationId: delivery.id, id: delivery.input['delivery_id'] });
    expect(one('delivery')?.details).to.include({ event_id: event?.id, state: 'succeeded', next_attempt_at: null });
    expect(one('delivery_attempt')?.details).to.include({ run: 1, number: 1, response_status: 500, duration_ms: 7 });
    const text = JSON.stringify(items);
    for (const secret of ['private answer', 'whsec', 'job-1', 'amount_due', 'access_token'])
      expect(text).not.to.contain(secret);
  });

  it('tells of a delivery\u2019s operation which event it delivers', async () => {
    const { id } = await only('webhook.deliver');
    const kinds = (await entries(id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'event' || kind === 'delivery')).to.deep.equal(['event', 'delivery']);
    expect(kinds.filter((kind) => kind === 'attempt')).to.have.length(2);
    expect(kinds.filter((kind) => kind === 'delivery_attempt')).to.have.length(2);
  });

  it('tells of an event how it was found out and where it went, replays with actor and reason', async () => {
    const { id: operationId, input } = await only('webhook.deliver');
    const caller: Caller = { ...tenancy.test, requestId: 'r-replay' as RequestId };
    const replay = { deliveryId: String(input['delivery_id']), write: write({ reason: 'lost its database' }) };
    await service.core.webhooks.replayDelivery(caller, replay);
    await drain();
    const { items, truncated } = await service.core.events.timeline(tenancy.test, String(input['event_id']));
    expect(truncated).to.equal(false);
    expect(items.map(({ kind }) => kind)).to.include.members(['request', 'operation', 'attempt', 'provider_call']);
    expect(items.filter(({ kind }) => kind === 'event')).to.have.length(1);
    expect(items.at(-1)?.title).to.equal('Run 2, delivery attempt 1: 200');
    const replays = items.filter(({ kind }) => kind === 'replay');
    expect(replays).to.have.length(1);
    expect(replays[0]).to.deep.include({ requestId: 'r-replay', id: input['delivery_id'] });
    expect(replays[0]?.details).to.include({ actor: 'key_test', reason: 'lost its database' });
    // The timeline of the delivery's own operation shows the replay once, too.
    const own = (await entries(operationId)).filter(({ kind }) => kind === 'replay' || kind === 'audit');
    expect(own).to.have.length(1);
    expect(own[0]).to.deep.include({ kind: 'replay', requestId: 'r-replay', id: operationId });
  });

  it('tells of an event that a request caused the calls which that request made, and those only', async () => {
    const [event] = (await service.core.events.list(tenancy.test, { type: 'connection.created' })).items;
    const calls = async () =>
      (await service.core.events.timeline(tenancy.test, event?.id ?? '')).items.filter(
        ({ kind }) => kind === 'provider_call',
      );
    const before = await calls();
    expect(before.length).to.be.greaterThan(0);
    const other: Caller = { ...tenancy.test, requestId: 'r-other' as RequestId };
    const path = { connectionId: books.connection.id, type: 'invoices', resourceId: invoice.providerId };
    await service.core.resources.read(other, path);
    expect(await calls()).to.have.length(before.length);
    // Calls under a repeated request id do not count after some minutes.
    service.advance(600);
    await service.core.resources.read(tenancy.test, path);
    expect(await calls()).to.have.length(before.length);
    expect(before.every(({ operationId }) => operationId === null)).to.equal(true);
  });

  it('tells of an invoice its events with what announced and delivered them, and the calls that named it', async () => {
    const of = (id: string) => service.core.connections.invoiceTimeline(tenancy.test, books.connection.id, id);
    const { items } = await of(resourceIdOf('invoices', invoice.providerId));
    expect(story(items)).to.include.members([
      'request: Notification received from the provider',
      'operation: Operation created: notification.process',
      'event: Event invoice.updated',
      'delivery: Delivery of invoice.updated: succeeded',
      `provider_call: GET ${read()}: 200`,
    ]);
    const calls = items.filter(({ kind }) => kind === 'provider_call');
    expect(calls.every(({ details }) => String(details['path']).includes(invoice.providerId))).to.equal(true);
    expect((await of(randomUUID())).items).to.deep.equal([]);
    expect((await refusalOf(of('con_01jd9x8fbee5wv1tzd4nq6c2m7'))).code).to.equal('NOT_FOUND');
  });

  it('tells of any other record its own events with what changed, and the calls that named it', async () => {
    const item = await books.create('items', { code: 'STORY', name: 'Desk' });
    const other = await books.create('items', { code: 'OTHER', name: 'Desk' });
    await books.update('items', item.providerId, { name: 'Standing desk', sale: { unit_price: 1 } });
    const of = async (record: string, type = 'items') => {
      const path = { connectionId: books.connection.id, type, resourceId: resourceIdOf('items', record) };
      return (await recordTimeline(service.ports)(tenancy.test, path)).items;
    };
    const told = (await of(item.providerId)).filter(({ kind }) => kind === 'event').map(({ details }) => details);
    expect(told.map(({ change }) => change)).to.deep.equal(['created', 'updated']);
    expect(told[1]?.['changed']).to.include('name');
    const calls = (await of(item.providerId)).filter(({ kind }) => kind === 'provider_call');
    expect(calls.map(({ details }) => details['method'])).to.include('GET');
    expect((await of(other.providerId)).filter(({ kind }) => kind === 'event')).to.have.length(1);
    expect((await refusalOf(of(item.providerId, 'contacts'))).code).to.equal('NOT_FOUND');
  });

  it('tells of a connection the latest of all that happened on it', async () => {
    const { id } = books.connection;
    const { items } = await service.core.connections.timeline(tenancy.test, id);
    const kinds = new Set(items.map(({ kind }) => kind));
    expect([...kinds]).to.include.members(['request', 'operation', 'provider_call', 'event', 'delivery']);
    expect(story(items)).to.include('event: Event connection.created');
    expect(story(items)).not.to.include('attempt: Attempt 1: succeeded');
    const times = items.map(({ at }) => at.getTime());
    expect(times).to.deep.equal(times.toSorted((a, b) => a - b));
    const live = service.core.connections.timeline(tenancy.live, id);
    expect((await refusalOf(live)).code).to.equal('NOT_FOUND');
  });

  it('tells what unfinished work waits for, and who cancelled it', async () => {
    invoice = await authorised(books, 'job-2');
    await notify(2);
    const [operation] = (await service.core.operations.list(tenancy.test, { state: 'queued' })).items;
    const operationId = operation?.id ?? '';
    const waiting = { state: 'queued', next_attempt_at: operation?.nextAttemptAt?.toISOString(), waiting_for: null };
    expect((await entries(operationId)).find(({ kind }) => kind === 'operation')?.details).to.include(waiting);
    await service.core.operations.cancel(tenancy.test, { operationId, write: write({ reason: 'not wanted' }) });
    const items = await entries(operationId);
    const cancelled = items.find(({ kind }) => kind === 'audit');
    expect(cancelled?.title).to.equal('Audit: operation.cancelled');
    expect(cancelled?.details).to.include({ actor: 'key_test', reason: 'not wanted', previous_state: 'queued' });
    expect(story(items)).to.include('operation: Operation ended: cancelled');
  });

  it('carries the causing request\u2019s id to the receiver and onto every line about it', async () => {
    expect(new Set(sent.map((headers) => headers['x-request-id']))).to.deep.equal(new Set([notified]));
    const { id, connectionId } = await only('notification.process');
    const call = service.lines.find(
      ({ message, fields }) => message === 'provider call' && fields['operation_id'] === id,
    );
    expect(call?.fields).to.include({ connection_id: connectionId, request_id: notified, status: 200, method: 'GET' });
    const about = service.lines.filter(({ fields }) => fields['operation_id'] === id);
    expect(about.length).to.be.greaterThan(1);
    for (const { message, fields } of about) {
      expect(fields, message).to.include({ request_id: notified, connection_id: connectionId });
    }
  });
});
