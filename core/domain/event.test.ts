import { expect } from 'chai';
import { type Event, eventEnvelope } from './event.ts';
import type { ConnectionId, EventId, OrganizationId, RequestId } from './ids.ts';

const event: Event = {
  id: 'evt_1' as EventId,
  organizationId: 'org_1' as OrganizationId,
  environment: 'live',
  type: 'invoice.paid',
  connectionId: 'conn_1' as ConnectionId,
  sequence: 7,
  identity: 'secret-ish',
  data: { invoice: { id: 'inv_1', total: 10.1 }, previous: null },
  operationId: null,
  requestId: 'r-1' as RequestId,
  traceparent: null,
  createdAt: new Date('2026-03-01T12:00:00.004Z'),
};

describe('event envelope', () => {
  it('has these bytes, in this order', () => {
    expect(JSON.stringify(eventEnvelope(event))).to.equal(
      '{"id":"evt_1","type":"invoice.paid","created_at":"2026-03-01T12:00:00.004Z","environment":"live",' +
        '"api_version":"v1","connection_id":"conn_1","sequence":7,' +
        '"data":{"invoice":{"id":"inv_1","total":10.1},"previous":null}}',
    );
  });

  it('tells nothing of the tenant, the identity or the request', () => {
    expect(JSON.stringify(eventEnvelope(event))).not.to.match(/org_1|secret-ish|r-1/);
  });
});
