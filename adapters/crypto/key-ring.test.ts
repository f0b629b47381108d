import { expect } from 'chai';
import { parseKeyRing } from './index.ts';

const keyA = Buffer.alloc(32, 1).toString('base64');
const keyB = Buffer.alloc(32, 2).toString('base64');

describe('key ring', () => {
  it('reads keys in order', () => {
    const ring = parseKeyRing(`2026a:${keyA}, 2025z:${keyB}`);
    expect(ring.map(({ id }) => id)).to.eql(['2026a', '2025z']);
    expect(ring.map(({ key }) => key.length)).to.eql([32, 32]);
  });

  const refused: readonly [string, string, string][] = [
    ['nothing', '', 'entry 1 of 1: expected <id>:'],
    ['no id', `:${keyA}`, 'entry 1 of 1: expected <id>:'],
    ['a bare key', keyA, 'entry 1 of 1: expected <id>:'],
    ['a trailing comma', `a:${keyA},`, 'entry 2 of 2: expected <id>:'],
    ['no base64', `a:${keyA.slice(0, -3)}!!=`, 'entry 1 of 1: the key is not base64'],
    ['a short key', `a:${keyA},b:${Buffer.alloc(31).toString('base64')}`, 'entry 2 of 2: the key has 31 bytes, not 32'],
    ['a long key', `a:${Buffer.alloc(33).toString('base64')}`, 'entry 1 of 1: the key has 33 bytes, not 32'],
    ['the same id twice', `a:${keyA},a:${keyB}`, 'entry 2 of 2: its key id is already in use'],
    ['a strange id', `a b:${keyA}`, 'entry 1 of 1: the key id must be'],
    ['blanks only', '  ', 'entry 1 of 1: expected <id>:'],
    ['an empty part', `a:${keyA},,b:${keyB}`, 'entry 2 of 3: expected <id>:'],
    ['an empty key', 'a:', 'entry 1 of 1: the key has 0 bytes, not 32'],
    ['a key without its padding', `a:${keyA.slice(0, -1)}`, 'entry 1 of 1: the key is not base64'],
    [
      'a key in the alphabet for addresses',
      `a:${Buffer.alloc(32, 255).toString('base64url')}`,
      'the key is not base64',
    ],
    ['a key in hex', `a:${Buffer.alloc(32, 1).toString('hex')}`, 'entry 1 of 1: the key has 48 bytes, not 32'],
    ['a line break in a key', `a:${keyA.slice(0, 20)}\n${keyA.slice(20)}`, 'entry 1 of 1: the key is not base64'],
    ['a blank behind the colon', `a: ${keyA}`, 'entry 1 of 1: the key is not base64'],
    ['two colons', `a:b:${keyA}`, 'entry 1 of 1: the key is not base64'],
    ['a dot in an id, which ends it in a sealed value', `a.b:${keyA}`, 'entry 1 of 1: the key id must be'],
    ['letters beyond ASCII in an id', `clé:${keyA}`, 'entry 1 of 1: the key id must be'],
    ['an id of 33 letters', `${'a'.repeat(33)}:${keyA}`, 'entry 1 of 1: the key id must be'],
    ['semicolons for commas', `a:${keyA};b:${keyB}`, 'entry 1 of 1: the key is not base64'],
    ['id and key swapped', `${keyA}:a`, 'entry 1 of 1: the key is not base64'],
  ];
  for (const [what, text, message] of refused) {
    it(`refuses ${what} without printing it`, () => {
      let thrown: unknown;
      try {
        parseKeyRing(text);
      } catch (error) {
        thrown = error;
      }
      expect(thrown).to.be.instanceOf(Error);
      expect((thrown as Error).message)
        .to.match(/^entry /)
        .and.contain(message);
      expect((thrown as Error).message).not.to.contain(keyA.slice(0, 8));
    });
  }
});
