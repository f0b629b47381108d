import { expect } from 'chai';
import fc from 'fast-check';
import { ServiceError } from './errors.ts';
import { decodeCursor, encodeCursor } from './page.ts';

const at = new Date('2026-03-01T12:00:00.004Z');

function refuses(cursor: string): void {
  expect(() => decodeCursor(cursor), cursor)
    .to.throw(ServiceError)
    .with.property('code', 'BAD_REQUEST');
}

describe('cursors', () => {
  it('come back as the place that they were made of', () => {
    const millis = fc.integer({ min: 0, max: 8_640_000_000_000_000 });
    const id = fc.stringMatching(/^[a-z]{1,5}_[0-9a-z]{26}$/);
    fc.assert(
      fc.property(millis, id, (ms, text) => {
        const place = { at: new Date(ms), id: text };
        const cursor = encodeCursor(place);
        expect(cursor).to.match(/^[A-Za-z0-9_-]+$/);
        expect(decodeCursor(cursor)).to.deep.equal(place);
      }),
    );
  });

  it('that nobody gave are refused', () => {
    for (const cursor of [
      '',
      'x',
      '!!!',
      'AAAA',
      btoa('zzzzzzzzzzzz.id'),
      btoa('zzzzzzzzzzz.id'),
      btoa('abc'),
      btoa('1. '),
    ]) {
      refuses(cursor.replaceAll('=', ''));
    }
    refuses(encodeCursor({ at, id: 'x'.repeat(129) }));
    refuses('a'.repeat(300));
  });

  it('never fail in another way', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
        try {
          decodeCursor(text);
        } catch (error) {
          expect(error).to.be.instanceOf(ServiceError);
        }
      }),
    );
  });
});
