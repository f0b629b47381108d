import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { type NotificationVerifier, ServiceError } from '#core/ports';
import type { Clause, Contract } from './contract.ts';

// Provider: the key looks like base64 but is used as text; the set-up body is no canonical JSON.
const key = 'c2lnbmluZyBrZXkgdGhhdCBsb29rcyBsaWtlIGJhc2U2NA==';
const setUp = '{"events":[],"firstEventSequence": 0,"lastEventSequence": 0, "entropy": "QWERTYUIOPASDFGHJKLZ"}';
const bytes = (text: string) => new TextEncoder().encode(text);
const sign = (text: string, by = key) => createHmac('sha256', by).update(text).digest('base64');

const event = {
  resourceUrl: 'https://elsewhere.example/Invoices/0b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c10',
  resourceId: '0b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c10',
  eventDateUtc: '2026-09-13T21:40:12.337',
  eventType: 'UPDATE',
  eventCategory: 'INVOICE',
  tenantId: '3c1f0a44-5c2e-4f5b-8a9b-2f5b0c9f1d22',
  tenantType: 'ORGANISATION',
};
/** When the event happened, with its zone. */
const occurredAt = `${event.eventDateUtc}Z`;
const batchOf = (events: readonly unknown[], first = 1) =>
  bytes(
    JSON.stringify({ events, firstEventSequence: first, lastEventSequence: first + events.length - 1, entropy: 'X' }),
  );

const clauses: readonly Clause<NotificationVerifier>[] = [
  {
    name: 'trusts the right signature over the exact bytes',
    async check({ verify }) {
      ok(verify(bytes(setUp), sign(setUp), key));
      const body = '{"name":"Māori – 日本"}';
      ok(verify(bytes(body), sign(body), key));
    },
  },
  {
    name: 'an absent, empty, truncated, padded or foreign signature is a wrong one',
    async check({ verify }) {
      const right = sign(setUp);
      const wrong = [
        undefined,
        '',
        right.slice(0, -1),
        `${right}=`,
        ` ${right}`,
        sign(setUp, 'other'),
        sign(`${setUp} `),
      ];
      for (const signature of wrong) equal(verify(bytes(setUp), signature, key), false, String(signature));
      equal(verify(bytes(setUp), sign(setUp, ''), ''), false, 'without a key');
    },
  },
  {
    name: 'what a signature can look like is known without body and key',
    async check({ isSignature }) {
      for (const right of [sign(setUp), sign(''), sign('x', 'other')]) equal(isSignature(right), true, right);
      const wrong = [
        '',
        ' ',
        sign(setUp).slice(1),
        `${sign(setUp)}=`,
        ` ${sign(setUp)}`,
        `${sign(setUp)}, x`,
        'A'.repeat(44),
      ];
      for (const text of wrong) equal(isSignature(text), false, text);
    },
  },
  {
    name: 'one changed character of the signature is enough',
    async check({ verify }) {
      const right = sign(setUp);
      for (let i = 0; i < right.length - 1; i++) {
        const wrong = right.slice(0, i) + (right[i] === 'A' ? 'B' : 'A') + right.slice(i + 1);
        equal(verify(bytes(setUp), wrong, key), false, `character ${i}`);
      }
    },
  },
  {
    name: 'one changed byte of the body is enough, white space included',
    async check({ verify }) {
      equal(verify(bytes(setUp.replace(': 0', ':0')), sign(setUp), key), false);
      equal(verify(bytes(`${setUp}\n`), sign(setUp), key), false);
      equal(verify(bytes(''), sign(setUp), key), false);
      equal(verify(bytes(setUp), sign(JSON.stringify(JSON.parse(setUp))), key), false);
    },
  },
  {
    name: 'reads the empty batch of the provider’s set-up check',
    async check({ parse }) {
      deepEqual(parse(bytes(setUp)), { notifications: [], firstSequence: 0, lastSequence: 0 });
    },
  },
  {
    name: 'reads every event, in order, with the batch’s sequence',
    async check({ parse }) {
      const batch = parse(batchOf([event, { ...event, eventCategory: 'CONTACT' }], 41));
      equal(batch.firstSequence, 41);
      equal(batch.lastSequence, 42);
      deepEqual(
        batch.notifications.map(({ type }) => type),
        ['invoices', 'contacts'],
      );
      const { tenantId, resourceId, eventType } = event;
      deepEqual(batch.notifications[0], { tenantId, type: 'invoices', eventType, resourceId, occurredAt });
    },
  },
  {
    name: 'evens out the case of types, and lets what it does not know pass',
    async check({ parse }) {
      const novel = { ...event, eventCategory: 'Novelty', eventType: 'Create', data: { Type: 'X' } };
      const [read] = parse(batchOf([novel])).notifications;
      equal(read?.type, null);
      equal(read?.eventType, 'CREATE');
    },
  },
  {
    name: 'reads the newer categories, which carry data of their own',
    async check({ parse }) {
      const data = { Type: 'ACCRECPAYMENT', Status: 'AUTHORISED', UpdatedDateUTCString: '2026-11-20T10:00:00' };
      const { tenantId, resourceId, eventType } = event;
      for (const [eventCategory, type, named] of [
        ['Payment', 'payments', resourceId],
        ['PREPAYMENT', 'invoices', null],
        ['OVERPAYMENT', 'invoices', null],
        ['CREDITNOTE', 'credit_notes', resourceId],
      ]) {
        const [read] = parse(batchOf([{ ...event, eventCategory, data }])).notifications;
        deepEqual(read, { tenantId, type, eventType, resourceId: named, occurredAt });
      }
    },
  },
  {
    name: 'takes a thousand events in a batch, and no more',
    async check({ parse }) {
      const many = Array.from({ length: 1_001 }, () => event);
      equal(parse(batchOf(many.slice(1))).notifications.length, 1_000);
      throws(() => parse(batchOf(many)), /at most 1000 notifications/);
    },
  },
  {
    name: 'a sequence number that the provider cannot give is none',
    async check({ parse }) {
      const most = 2_147_483_647;
      equal(parse(batchOf([event], most)).lastSequence, most);
      for (const first of [most + 1, Number.MAX_SAFE_INTEGER, -1, 1.5])
        equal(parse(batchOf([event], first)).firstSequence, 0);
    },
  },
  {
    name: 'refuses what is no batch as BAD_REQUEST',
    async check({ parse }) {
      for (const text of ['', 'null', '[]', '"x"', '{}', '{"events":{}}', '{"events":[', '\ufffd']) {
        throws(
          () => parse(bytes(text)),
          (error) => error instanceof ServiceError && error.code === 'BAD_REQUEST',
          text,
        );
      }
    },
  },
];

export const notificationVerifierContract: Contract<NotificationVerifier> = { port: 'NotificationVerifier', clauses };
