import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { createEventSigner } from '../adapters/crypto/index.ts';
import { type Event, eventBody } from '../core/ports.ts';
import { DeliveryRefused, type RefusalReason } from './signed-delivery.ts';
import { verifyWebhook } from './webhooks.ts';
import { verifyWebhookAsync } from './webhooks-web.ts';

interface Vector {
  readonly name: string;
  readonly timestamp: number;
  readonly body: string;
  readonly secrets: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}
interface Refused extends Omit<Vector, 'secrets' | 'timestamp'> {
  readonly reason: RefusalReason;
  readonly secret: string;
  readonly received_at: number;
}
const file = new URL('../fixtures/webhooks/vectors.json', import.meta.url);
const published = JSON.parse(readFileSync(file, 'utf8')) as {
  vectors: readonly Vector[];
  refused: readonly Refused[];
};
const signer = createEventSigner();
const secretA = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const secretB = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;

const sentAt = new Date('2026-11-21T10:00:00.000Z');
const event = {
  id: 'evt_1',
  organizationId: 'org_1',
  environment: 'test',
  type: 'invoice.paid',
  connectionId: 'conn_1',
  sequence: 3,
  identity: 'i',
  data: { connection_id: 'conn_1', invoice: { provider_id: 'p', amount_paid: 115.5, number: 'Ö-1 🧾' } },
  operationId: null,
  requestId: 'r',
  createdAt: sentAt,
} as unknown as Event;
const body = eventBody(event);
const sign = (text = body, secrets: readonly string[] = [secretA], at = sentAt) =>
  signer.headers({ eventId: event.id, sentAt: at, body: text, secrets });
const seconds = sentAt.getTime() / 1000;

describe('verifying a delivery by WebCrypto', () => {
  const digest = 'a'.repeat(64);
  const malformed = [
    'garbage',
    `t=${seconds}`,
    `v1=${digest}`,
    `t=${seconds},t=${seconds},v1=${digest}`,
    `t=-1,v1=${digest}`,
    `t=1e9,v1=${digest}`,
    `t=,v1=${digest}`,
    `t=${seconds},v1=${digest.toUpperCase()}`,
    `t=${seconds},v1=${digest.slice(1)}`,
    `t=${seconds},v1=`,
    `t=${seconds},v1=${digest},`,
    `t=${seconds}${`,v1=${digest}`.repeat(60)}`,
  ];

  it('finds by WebCrypto what it finds by Node', async () => {
    const last = body.slice(0, -1);
    const deliveries = [
      ...published.vectors.flatMap(({ secrets, headers, timestamp, ...one }) =>
        [...secrets, secretA].map((secret) => ({ headers, secret, body: one.body, at: timestamp })),
      ),
      ...published.refused.map(({ secret, headers, received_at, ...one }) => {
        return { headers, secret, body: one.body, at: received_at };
      }),
      ...malformed.map((headers) => ({ headers, secret: secretA, body, at: seconds })),
      ...[sign(), sign(body, [secretA, secretB]), new Headers(sign())].flatMap((headers) =>
        [body, last, Buffer.from(body), Buffer.from(last)].map((sent) => ({
          headers,
          secret: secretA,
          body: sent,
          at: seconds,
        })),
      ),
    ];
    for (const { headers, secret, at, body: sent } of deliveries) {
      const now = new Date(at * 1000);
      const byNode = await Promise.try(() => verifyWebhook(sent, headers, secret, { now })).catch(
        (error: unknown) => error,
      );
      const byWeb = await verifyWebhookAsync(sent, headers, secret, { now }).catch((error: unknown) => error);
      expect(byWeb).to.deep.include(byNode instanceof DeliveryRefused ? { reason: byNode.reason } : byNode);
    }
    expect(deliveries.length).to.be.greaterThan(30);
    const bytes = Uint8Array.from(Buffer.from(body)).buffer;
    expect(await verifyWebhookAsync(bytes, sign(), secretA, { now: sentAt })).to.deep.equal(JSON.parse(body));
  });
});
