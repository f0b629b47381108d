import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import sinon from 'sinon';
import { Webhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { createEventSigner } from './index.ts';

interface Vector {
  readonly name: string;
  readonly timestamp: number;
  readonly body: string;
  readonly secrets: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}
interface Refused extends Omit<Vector, 'secrets' | 'timestamp'> {
  readonly secret: string;
  readonly received_at: number;
}
const file = new URL('../../fixtures/webhooks/vectors.json', import.meta.url);
const published = JSON.parse(readFileSync(file, 'utf8')) as {
  vectors: readonly Vector[];
  refused: readonly Refused[];
};
const stripe = new Stripe('sk_unused');
const { headers } = createEventSigner();
const secretA = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const secretB = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;

describe('event signer', () => {
  afterEach(() => sinon.restore());
  /** Set, because the official verifiers read the machine's clock. */
  const clockAt = (seconds: number) => sinon.useFakeTimers({ now: seconds * 1000, toFake: ['Date'] });

  for (const { name, timestamp, body, secrets, headers: expected } of published.vectors) {
    it(`gives the known answer of the vector "${name}", which both official verifiers accept`, () => {
      const eventId = expected['Service-Event'] ?? '';
      expect(headers({ eventId, sentAt: new Date(timestamp * 1000 + 999), body, secrets })).to.eql(expected);
      clockAt(timestamp + 300);
      for (const secret of secrets) {
        expect(new Webhook(secret).verify(body, { ...expected })).to.eql(JSON.parse(body));
        const event = stripe.webhooks.constructEvent(body, expected['Service-Signature'] ?? '', secret);
        expect(event).to.eql(JSON.parse(body));
      }
    });
  }

  /** Stripe applies its tolerance only to past times, and uses the last of several times. */
  const lenient = ['five minutes and a second early', 'two times'];
  for (const { name, received_at, body, secret, headers: given } of published.refused) {
    it(`the official verifiers refuse "${name}"`, () => {
      clockAt(received_at);
      expect(() => new Webhook(secret).verify(body, { ...given })).to.throw();
      const verify = () => stripe.webhooks.constructEvent(body, given['Service-Signature'] ?? '', secret);
      if (!lenient.includes(name)) expect(verify).to.throw();
    });
  }

  it('is refused by both when a byte, the secret or the time differs', () => {
    const body = '{"id":"evt_1"}';
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
