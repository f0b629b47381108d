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
    const id = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(millis, id, (ms, text) => {
        const place = { at: new Date(ms), id: text };
        const cursor = encodeCursor(place);
        expect(cursor).to.match(/^[A-Za-z0-9_-]+$/);
        expect(decodeCursor(cursor)).to.deep.equal(place);
      }),
    );
  });

  it('of a sorted list hold its value, and what they are of', () => {
    const value = fc.string({ unit: 'grapheme', maxLength: 20 });
    fc.assert(
      fc.property(value, (text) => {
        const place = { at, id: 'inv-1', list: '0a1b2c', value: text };
        expect(decodeCursor(encodeCursor(place))).to.deep.equal(place);
      }),
    );
    const longest = { at, id: '\u{1f4b6}'.repeat(25), list: 'f'.repeat(16), value: '\u{20000}'.repeat(100) };
    expect(decodeCursor(encodeCursor(longest))).to.deep.equal(longest);
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
      btoa('1.%'),
      btoa('1.%F0'),
    ]) {
      refuses(cursor.replaceAll('=', ''));
    }
    refuses(encodeCursor({ at, id: 'x'.repeat(301) }));
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
