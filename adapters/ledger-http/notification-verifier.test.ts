import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { ServiceError } from '#core/ports';
import { createNotificationVerifier } from './index.ts';

const { verify, parse } = createNotificationVerifier();
const key = 'c2lnbmluZyBrZXkgdGhhdCBsb29rcyBsaWtlIGJhc2U2NA==';
const sign = (body: string) => createHmac('sha256', Buffer.from(key, 'utf8')).update(body).digest('base64');
// Provider: spaces after some colons and none after others.
const setUp = '{"events":[],"firstEventSequence": 0,"lastEventSequence": 0, "entropy": "QWERTYUIOPASDFGHJKLZ"}';

describe('notification verifier', () => {
  it('takes the right signature, with the key as text', () => {
    expect(verify(Buffer.from(setUp), sign(setUp), key)).to.equal(true);
    const decoded = createHmac('sha256', Buffer.from(key, 'base64')).update(setUp).digest('base64');
    expect(verify(Buffer.from(setUp), decoded, key)).to.equal(false);
  });

  it('refuses every other: absent, empty, one character off, longer, of other bytes, without a key', () => {
    const right = sign(setUp);
    const body = Buffer.from(setUp);
    for (let i = 0; i < right.length; i++) {
      const wrong = `${right.slice(0, i)}${right[i] === 'A' ? 'B' : 'A'}${right.slice(i + 1)}`;
      expect(verify(body, wrong, key)).to.equal(false);
    }
    for (const wrong of [undefined, '', right.slice(1), `${right}=`, ` ${right}`, right.replace(/=$/, '')]) {
      expect(verify(body, wrong, key), String(wrong)).to.equal(false);
    }
    expect(verify(Buffer.from(JSON.stringify(JSON.parse(setUp))), right, key)).to.equal(false);
    expect(verify(body, createHmac('sha256', '').update(body).digest('base64'), '')).to.equal(false);
  });

  it('reads a batch, evens out case, lets unknown categories pass', () => {
    const batch = parse(
      Buffer.from(
        JSON.stringify({
          events: [
            {
              resourceUrl: 'https://elsewhere.example/x',
              resourceId: '0B5E6D2A-7f57-4a7e-8a49-9b3f2d1e7c10',
              eventDateUtc: '2026-09-13T21:40:12.337',
              eventType: 'Update',
              eventCategory: 'Invoice',
              tenantId: '3C1F0A44-5c2e-4f5b-8a9b-2f5b0c9f1d22',
              tenantType: 'ORGANISATION',
            },
            { eventCategory: 'NOVELTY', data: { Type: 1 } },
            null,
          ],
          firstEventSequence: 7,
          lastEventSequence: 9,
          entropy: 'X',
        }),
      ),
    );
    expect(batch.firstSequence).to.equal(7);
    expect(batch.lastSequence).to.equal(9);
    expect(batch.events[0]).to.eql({
      tenantId: '3c1f0a44-5c2e-4f5b-8a9b-2f5b0c9f1d22',
      category: 'INVOICE',
      eventType: 'UPDATE',
      resourceId: '0b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c10',
      occurredAt: '2026-09-13T21:40:12.337',
    });
    expect(batch.events.map(({ category }) => category)).to.eql(['INVOICE', 'NOVELTY', '']);
  });

  it('reads the empty batch of the setup check', () => {
    expect(parse(Buffer.from(setUp))).to.eql({ events: [], firstSequence: 0, lastSequence: 0 });
  });

  for (const body of ['', 'null', '[]', '{}', '{"events":{}}', '{"events":', '"x"', '\uFFFD']) {
    it(`refuses ${JSON.stringify(body)} as no batch`, () => {
      expect(() => parse(Buffer.from(body))).to.throw(ServiceError, 'not a batch');
    });
  }
});
