// Files are let in by their size: an organization's share, the process's, and fifty at once.
import { expect } from 'chai';
import fc from 'fast-check';
import sinon from 'sinon';
import { ServiceError } from '#core';
import { bytesForEach, filesForEach, shareMost } from './shares.ts';

const megabyte = 1_000_000;

describe('the places of files', () => {
  let clock: sinon.SinonFakeTimers;
  beforeEach(() => {
    clock = sinon.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => clock.restore());

  function opened(shares = { own: 25 * megabyte, all: 60 * megabyte, atOnce: 50 }) {
    const hold = bytesForEach(shareMost.bytes, shareMost.hostBytes);
    const take = filesForEach(hold, shares);
    const outcomes: string[] = [];
    const enter = (owner: string, bytes = 10 * megabyte, name = owner) => {
      const leave = take(owner, bytes);
      leave.then(
        () => outcomes.push(name),
        (error: unknown) =>
          outcomes.push(error instanceof ServiceError ? `${name} ${error.details.reason}` : 'a defect'),
      );
      return leave;
    };
    const told = async () => {
      for (let turn = 0; turn < 20; turn++) await undefined;
      return outcomes.splice(0);
    };
    return { hold, enter, told };
  }

  it('two large files of an organization go at once, the third waits until one has left', async () => {
    const { enter, told } = opened();
    const first = enter('a', 10 * megabyte, '1');
    void enter('a', 10 * megabyte, '2');
    void enter('a', 10 * megabyte, '3');
    expect(await told()).to.deep.equal(['1', '2']);
    (await first)();
    (await first)();
    expect(await told()).to.deep.equal(['3']);
  });

  it('a small file does not overtake a large one of its own, and does that of another', async () => {
    const { enter, told } = opened();
    const first = enter('a', 20 * megabyte, '1');
    void enter('a', 10 * megabyte, '2');
    void enter('a', 1, '3');
    void enter('b', 10 * megabyte, 'b');
    expect(await told()).to.deep.equal(['1', 'b']);
    (await first)();
    expect(await told()).to.deep.equal(['2', '3']);
  });

  it('who waited ten seconds is refused, and so is the fifty-first at once', async () => {
    const { enter, told } = opened();
    for (let i = 0; i < 3; i++) void enter('a');
    expect(await told()).to.deep.equal(['a', 'a']);
    clock.tick(10_000);
    expect(await told()).to.deep.equal(['a organization_bytes']);
    for (let i = 0; i < 49; i++) enter(`o${i % 7}`, 1).catch(() => {});
    const heard = await told();
    expect(heard.filter((one) => one.endsWith('organization_bytes'))).to.have.length(1);
  });

  it('other bodies of the organization never push a file out, nor a file them below a quarter of the share', async () => {
    const { hold, enter } = opened({ own: shareMost.bytes * shareMost.files, all: 1e9, atOnce: 50 });
    for (let i = 0; i < 2; i++) await enter('a', 12 * megabyte);
    let pushedOut = 0;
    const other = hold('a', () => pushedOut++);
    other.grow(shareMost.bytes / 4);
    expect(pushedOut).to.equal(0);
    const more = hold('a', () => pushedOut++);
    more.grow(shareMost.bytes / 4);
    expect(pushedOut, 'one of the others').to.equal(1);
  });

  it('whoever comes and leaves in whatever order, the bytes stay within both shares, and nobody is forgotten', async () => {
    const step = fc.record({
      owner: fc.constantFrom('a', 'b', 'c', 'd'),
      bytes: fc.integer({ min: 1, max: 10 * megabyte }),
      leaves: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const shares = { own: 25 * megabyte, all: 60 * megabyte, atOnce: 50 };
        const take = filesForEach(bytesForEach(shareMost.bytes, shareMost.hostBytes), shares);
        const inside: { owner: string; bytes: number; leave: () => void }[] = [];
        let open = 0;
        const check = () => {
          const sum = (all: typeof inside) => all.reduce((total, { bytes }) => total + bytes, 0);
          expect(sum(inside)).to.be.at.most(shares.all);
          for (const owner of ['a', 'b', 'c', 'd']) {
            expect(sum(inside.filter((one) => one.owner === owner))).to.be.at.most(shares.own);
          }
        };
        const settle = async () => {
          for (let turn = 0; turn < 10; turn++) await undefined;
          check();
        };
        for (const { owner, bytes, leaves } of steps) {
          open++;
          take(owner, bytes).then(
            (leave) => inside.push({ owner, bytes, leave }),
            () => open--,
          );
          await settle();
          const [gone] = leaves ? inside.splice(0, 1) : [];
          if (gone) {
            gone.leave();
            open--;
          }
          await settle();
        }
        while (inside.length > 0) {
          inside.shift()?.leave();
          open--;
          await settle();
        }
        expect(open, 'everybody was let in').to.equal(0);
      }),
      { numRuns: process.env['TEST_LONG'] ? 2_000 : 60 },
    );
  });
});
