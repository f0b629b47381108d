import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { createEventSigner } from './index.ts';

interface Vector {
  readonly name: string;
  readonly event_id: string;
  readonly timestamp: number;
  readonly body: string;
  readonly secrets: readonly string[];
  readonly service_signature: string;
  readonly webhook_signature: string;
}
const file = new URL('../../fixtures/webhooks/vectors.json', import.meta.url);
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: readonly Vector[] };
const { headers } = createEventSigner();
const secretA = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const secretB = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;

describe('event signer', () => {
  for (const vector of vectors) {
    it(`gives the known answer of the vector "${vector.name}"`, () => {
      const { event_id: eventId, timestamp, body, secrets } = vector;
      expect(headers({ eventId, sentAt: new Date(timestamp * 1000 + 999), body, secrets })).to.eql({
        'Service-Event': eventId,
        'Service-Signature': vector.service_signature,
        'webhook-id': eventId,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': vector.webhook_signature,
      });
    });
  }

  it('is accepted by both official verifiers, with either secret of a rotation', () => {
    const body = '{"id":"evt_1","name":"Māori – 日本"}';
    const signed = headers({ eventId: 'evt_1', sentAt: new Date(), body, secrets: [secretA, secretB] });
    const stripe = new Stripe('sk_unused');
    for (const secret of [secretA, secretB]) {
      expect(new Webhook(secret).verify(body, signed)).to.eql(JSON.parse(body));
      expect(stripe.webhooks.constructEvent(body, signed['Service-Signature'] ?? '', secret)).to.be.an('object');
    }
  });

  it('is refused by both when a byte, the secret or the time differs', () => {
    const body = '{"id":"evt_1"}';
    const stripe = new Stripe('sk_unused');
    const verify = (sentAt: Date, received: string, secret: string) => {
      const signed = headers({ eventId: 'evt_1', sentAt, body, secrets: [secretA] });
      expect(() => new Webhook(secret).verify(received, signed)).to.throw();
      expect(() => stripe.webhooks.constructEvent(received, signed['Service-Signature'] ?? '', secret)).to.throw();
    };
    verify(new Date(), '{"id": "evt_1"}', secretA);
    verify(new Date(), body, secretB);
    verify(new Date(Date.now() - 301_000), body, secretA);
  });

  it('refuses to sign without a secret or with one of another form, without printing it', () => {
    const message = { eventId: 'evt_1', sentAt: new Date(), body: '{}' };
    expect(() => headers({ ...message, secrets: [] })).to.throw('without a secret');
    expect(() => headers({ ...message, secrets: ['hunter2'] })).to.throw(/^(?!.*hunter2)/);
  });
});
