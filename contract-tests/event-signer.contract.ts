import { deepEqual, equal, match, throws } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { EventSigner } from '#core/ports';
import type { Clause, Contract } from './contract.ts';

const published = {
  eventId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  sentAt: new Date(1_614_265_330_000),
  body: '{"test": 2432232314}',
  secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
} as const;
const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;

/** Service-Signature as the specification's "Events" has it: HMAC-SHA256 of `<t>.<body>`, keyed with the whole secret. */
function ownSignature(secret: string, seconds: number, body: string): string {
  return createHmac('sha256', secret).update(`${seconds}.${body}`, 'utf8').digest('hex');
}

const clauses: readonly Clause<EventSigner>[] = [
  {
    name: 'gives the published answer of Standard Webhooks',
    async check({ headers }) {
      const signed = headers(published);
      equal(signed['webhook-id'], published.eventId);
      equal(signed['webhook-timestamp'], '1614265330');
      equal(signed['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
    },
  },
  {
    name: 'gives the known answer of Service-Signature',
    async check({ headers }) {
      const expected = '2e37df5d4a028c51a7f3133d64ae1e300d2c2c900f1b1d49d4369ad2530f8964';
      equal(headers(published)['Service-Signature'], `t=1614265330,v1=${expected}`);
      equal(headers(published)['Service-Event'], published.eventId);
    },
  },
  {
    name: 'every secret signs, in the order given',
    async check({ headers }) {
      const secrets = [secretOf(1), secretOf(2)];
      const signed = headers({ ...published, secrets });
      const own = secrets.map((secret) => `v1=${ownSignature(secret, 1_614_265_330, published.body)}`);
      equal(signed['Service-Signature'], `t=1614265330,${own.join(',')}`);
      match(signed['webhook-signature'] ?? '', /^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/);
    },
  },
  {
    name: 'signs the exact bytes, UTF-8 and spaces included',
    async check({ headers }) {
      for (const body of ['', '{ "a" : 1 }', '{"name":"Māori – 日本 🧾"}', '\r\n\t']) {
        const signed = headers({ ...published, body })['Service-Signature'];
        equal(signed, `t=1614265330,v1=${ownSignature(published.secrets[0], 1_614_265_330, body)}`);
      }
    },
  },
  {
    name: 'counts whole seconds, never ahead of the clock',
    async check({ headers }) {
      const signed = headers({ ...published, sentAt: new Date(1_614_265_330_999) });
      deepEqual(signed, headers(published));
    },
  },
  {
    name: 'does not sign without a secret',
    async check({ headers }) {
      throws(() => headers({ ...published, secrets: [] }));
    },
  },
];

export const eventSignerContract: Contract<EventSigner> = { port: 'EventSigner', clauses };
