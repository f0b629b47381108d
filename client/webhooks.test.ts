import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import fc from 'fast-check';
import { createEventSigner } from '../adapters/crypto/index.ts';
import { eventBody } from '../core/domain/event.ts';
import type { Event } from '../core/ports.ts';
import { DeliveryRefused, type ReceivedHeaders, type RefusalReason, type VerifyOptions } from './signed-delivery.ts';
import { verifyWebhook, webhookTestHeaders } from './webhooks.ts';
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
const signature = (...parameters: Parameters<typeof sign>) => sign(...parameters)['Service-Signature'] ?? '';
const seconds = sentAt.getTime() / 1000;

function reasonOf(verify: () => unknown): RefusalReason | 'accepted' {
  try {
    verify();
    return 'accepted';
  } catch (error) {
    if (error instanceof DeliveryRefused) return error.reason;
    throw error;
  }
}

describe('verifying a delivery', () => {
  interface Given extends VerifyOptions {
    readonly body?: Uint8Array | string;
    readonly headers?: ReceivedHeaders | string;
    readonly secret?: string;
  }
  const verify = (given: Given = {}) =>
    verifyWebhook(given.body ?? body, given.headers ?? sign(), given.secret ?? secretA, { now: sentAt, ...given });
  const refused = (over: Parameters<typeof verify>[0]) => reasonOf(() => verify(over));

  for (const vector of published.vectors) {
    it(`knows the published vector "${vector.name}", under each of its secrets`, () => {
      for (const secret of vector.secrets) {
        const delivery = { headers: vector.headers, secret };
        // One body is no event, which only a right signature reveals.
        const right = 'data' in (JSON.parse(vector.body) as object) ? 'accepted' : 'body_malformed';
        for (const seconds of [0, 300, -300]) {
          const now = new Date((vector.timestamp + seconds) * 1000);
          expect(refused({ ...delivery, now, body: vector.body })).to.equal(right);
          expect(refused({ ...delivery, now, body: Buffer.from(vector.body) })).to.equal(right);
          expect(refused({ ...delivery, now, body: `${vector.body} ` })).to.equal('signature_wrong');
          expect(refused({ ...delivery, now, body: vector.body, secret: secretA })).to.equal('signature_wrong');
        }
      }
    });
  }

  for (const { name, reason, secret, received_at, body: text, headers } of published.refused) {
    it(`refuses the published delivery "${name}": ${reason}`, () => {
      const now = new Date(received_at * 1000);
      expect(refused({ headers, secret, now, body: text })).to.equal(reason);
      expect(refused({ headers: new Headers(headers), secret, now, body: Buffer.from(text) })).to.equal(reason);
    });
  }

  it('gives the event, typed, from bytes or text and any kind of headers', () => {
    const signed = sign();
    const lower = Object.fromEntries(Object.entries(signed).map(([name, value]) => [name.toLowerCase(), value]));
    const bytes = new TextEncoder().encode(body);
    // As Node's `headersDistinct` and API gateways return them.
    const lists = Object.fromEntries(Object.entries(lower).map(([name, value]) => [name, [value]]));
    for (const headers of [signed, lower, lists, new Headers(signed), signature()]) {
      for (const received of [body, bytes, Buffer.from(bytes)]) {
        const verified = verify({ headers, body: received });
        expect(verified).to.deep.equal(JSON.parse(body));
        if (verified.type !== 'invoice.paid') throw new Error('another type');
        expect(verified.data.invoice.amount_paid).to.equal(115.5);
      }
    }
  });

  it('accepts either secret of a rotation, refuses a third, and does not work without one', () => {
    expect(() => verify({ secret: '' })).to.throw(TypeError);
    const headers = sign(body, [secretA, secretB]);
    for (const secret of [secretA, secretB]) expect(refused({ headers, secret })).to.equal('accepted');
    expect(refused({ headers, secret: `${secretB}x` })).to.equal('signature_wrong');
  });

  it('holds the window at both ends, and says nothing of the time before the signature is right', () => {
    expect(refused({ secret: secretB, now: new Date(0) })).to.equal('signature_wrong');
    const at = (offset: number, toleranceSeconds?: number) =>
      refused({
        now: new Date(sentAt.getTime() + offset * 1000),
        ...(toleranceSeconds === undefined ? {} : { toleranceSeconds }),
      });
    expect([at(300), at(-300), at(300.9), at(10, 10)]).to.deep.equal(Array(4).fill('accepted'));
    expect([at(301), at(11, 10)]).to.deep.equal(Array(2).fill('timestamp_too_old'));
    expect([at(-301), at(-11, 10), at(-300.1)]).to.deep.equal(Array(3).fill('timestamp_too_new'));
    expect(refused({ now: new Date(Number.NaN) })).to.equal('timestamp_too_old');
  });

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
  for (const header of malformed) {
    it(`finds ${JSON.stringify(header.slice(0, 60))} malformed`, () => {
      expect(refused({ headers: header })).to.equal('signature_malformed');
      expect(refused({ headers: { 'service-signature': header } })).to.equal('signature_malformed');
    });
  }

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

  it('passes over schemes yet to come, and never takes them for its own', () => {
    expect(refused({ headers: `${signature()},v2=abc,v0=x` })).to.equal('accepted');
    expect(refused({ headers: signature().replace('v1=', 'v0=') })).to.equal('signature_malformed');
  });

  it('finds a missing or repeated header', () => {
    for (const headers of ['', {}, new Headers(), { 'service-signature': undefined }, { 'Service-Event': 'evt_1' }]) {
      expect(refused({ headers })).to.equal('signature_missing');
    }
    const twice = { 'service-signature': [signature(), signature()] };
    expect(refused({ headers: twice })).to.equal('signature_malformed');
    expect(refused({ headers: { ...sign(), 'SERVICE-SIGNATURE': 't=1,v1=2' } })).to.equal('signature_malformed');
  });

  it('finds what is signed but is no event', () => {
    for (const text of [
      '',
      'null',
      '[]',
      '{}',
      '"x"',
      '{"id":"evt_1","type":"x"}',
      '{"id":1,"type":"x","data":{}}',
      '{',
    ]) {
      expect(refused({ body: text, headers: sign(text) })).to.equal('body_malformed');
    }
  });

  it('refuses every change of a byte, of the time or of the signature', () => {
    const bytes = Buffer.from(body);
    const position = fc.nat(bytes.length - 1);
    fc.assert(
      fc.property(position, fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ flip;
        return refused({ body: changed }) === 'signature_wrong';
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: -299, max: 299 }).filter(Boolean), (offset) => {
        return (
          refused({ headers: signature().replace(String(seconds), String(seconds + offset)) }) === 'signature_wrong'
        );
      }),
    );
    fc.assert(fc.property(fc.string(), (header) => refused({ headers: header }) !== 'accepted'));
  });

  it('says that a parsed body came too late', async () => {
    for (const parsed of [JSON.parse(body), null, undefined, 7] as unknown[] as string[]) {
      const late = /raw body.*before body parsers/;
      expect(() => verifyWebhook(parsed, sign(), secretA)).to.throw(TypeError, late);
      const error = await verifyWebhookAsync(parsed, sign(), secretA).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(TypeError).with.property('message').that.matches(late);
    }
  });

  it('makes headers for a receiver’s own tests, as the service signs', () => {
    const made = webhookTestHeaders(body, secretA, { now: sentAt, eventId: 'evt_1' });
    expect(sign()).to.include(Object.fromEntries(Object.entries(made).filter(([name]) => name !== 'Content-Type')));
    expect(verifyWebhook(body, webhookTestHeaders(body, secretA), secretA)).to.deep.equal(JSON.parse(body));
  });
});
