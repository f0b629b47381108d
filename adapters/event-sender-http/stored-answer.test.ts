import { expect } from 'chai';
import fc from 'fast-check';
import { retryAfterSeconds } from '#core/ports';
import { excerptOf } from './event-sender.ts';

describe('excerpt', () => {
  it('is valid text within the bound, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 0, max: 64 }), (bytes, max) => {
        const text = excerptOf(bytes, max);
        expect(Buffer.byteLength(text)).to.be.at.most(max);
        expect(text).not.to.contain('\0');
        expect(text.isWellFormed()).to.equal(true);
      }),
    );
  });

  it('keeps short text as it is and cuts between characters', () => {
    expect(excerptOf(Buffer.from('ok – fine'), 100)).to.equal('ok – fine');
    expect(excerptOf(Buffer.from('aé'), 2)).to.equal('a');
  });
});

describe('retry-after of receivers', () => {
  const now = new Date('2026-09-14T09:00:00Z');
  const rows: readonly [string | undefined, number | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['soon', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['0', 0],
    ['120', 120],
    ['999999999', 86_400],
    ['Mon, 14 Sep 2026 09:01:40 GMT', 100],
    ['Mon, 14 Sep 2026 08:00:00 GMT', 0],
    ['Wed, 14 Sep 2050 09:00:00 GMT', 86_400],
  ];
  for (const [header, seconds] of rows) {
    it(`reads ${header}`, () => expect(retryAfterSeconds(header, now)).to.equal(seconds));
  }
});
