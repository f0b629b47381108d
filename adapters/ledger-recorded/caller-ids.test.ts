import { expect } from 'chai';
import fc from 'fast-check';
import { type Bound, bind, fill } from './caller-ids.ts';

const none: Bound = new Map();
const one = '0b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c10';
const two = '11111111-2222-4333-8444-555555555555';

describe('ids of the caller’s own making', () => {
  it('are bound where they first stand, and must then be the same', () => {
    const bound = bind(
      'PUT a\nkey: {{caller 1}}\n{{caller 1}}, {{caller 2}}',
      `PUT a\nkey: ${one}\n${one}, ${two}`,
      none,
    );
    expect(bound && [...bound]).to.eql([
      [1, one],
      [2, two],
    ]);
    expect(bind('{{caller 1}} {{caller 1}}', `${one} ${two}`, none)).to.equal(undefined);
    expect(bind('{{caller 1}}', two, new Map([[1, one]]))).to.equal(undefined);
    expect(bind('{{caller 1}}', one, new Map([[1, one]]))).to.eql(new Map([[1, one]]));
  });

  it('one id never stands for two', () => {
    expect(bind('{{caller 1}} {{caller 2}}', `${one} ${one}`, none)).to.equal(undefined);
    expect(bind('{{caller 2}}', one, new Map([[1, one]]))).to.equal(undefined);
  });

  it('any other difference is a difference', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.uuid(), (before, after, id) => {
        fc.pre(!/[{}]/.test(before + after));
        const template = `${before}{{caller 1}} ${after}`;
        expect(bind(template, `${before}${id} ${after}`, none)).to.eql(new Map([[1, id]]));
        expect(bind(template, `${before}${id} ${after}.`, none)).to.equal(undefined);
      }),
    );
  });

  it('are given back in answers; one that was never sent is a broken tape', () => {
    expect(fill('a {{caller 1}} b {{caller 1}}', new Map([[1, one]]))).to.equal(`a ${one} b ${one}`);
    expect(() => fill('{{caller 2}}', none)).to.throw('never sent');
  });
});
