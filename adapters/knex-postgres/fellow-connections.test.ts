import { expect } from 'chai';
import { rejection } from '../knex/testing/rejection.ts';
import { createFellows, type Fellow, oneByOneWhileFailing } from './fellow-connections.ts';

describe('the connections of a pool', () => {
  let nowMs = 0;
  let fellows: ReturnType<typeof createFellows>;
  let lost: string[];
  beforeEach(() => {
    nowMs = 1_000;
    lost = [];
    fellows = createFellows(() => nowMs);
  });

  const add = (name: string, given: Partial<Fellow> & { timeline?: number | null; system?: string } = {}) => {
    const { timeline = 1, system = 'a', ...rest } = given;
    const fellow: Fellow = {
      server: { system, timeline },
      answeredAtMs: () => 0,
      isIdle: () => true,
      lose: () => {
        lost.push(name);
        fellows.remove(fellow);
      },
      ...rest,
    };
    fellows.add(fellow);
    return fellow;
  };

  it('to a former primary end when one leads to the next, busy or idle, and those of which nobody knows stay', () => {
    add('idle');
    add('busy', { isIdle: () => false });
    add('pooled', { server: undefined });
    add('elsewhere', { system: 'b' });
    add('after a move there', { timeline: 2 });
    expect(lost).to.deep.equal(['idle', 'busy']);
    add('a standby', { timeline: null });
    add('late', { timeline: 1 });
    expect(lost, 'each is lost once').to.deep.equal(['idle', 'busy']);
  });

  it('know a former primary as long as the later one was seen within ten seconds', () => {
    add('first', { timeline: 4 });
    expect([3, 4, 5, null].map((timeline) => fellows.isFormer(timeline, 'a'))).to.deep.equal([
      true,
      false,
      false,
      false,
    ]);
    expect(fellows.isFormer(3), 'of the same system, where none is told').to.equal(true);
    expect(fellows.isFormer(3, 'b')).to.equal(false);
    nowMs += 9_999;
    expect(fellows.isFormer(3, 'a')).to.equal(true);
    fellows.isFormer(4);
    nowMs += 9_999;
    expect(fellows.isFormer(3, 'a'), 'a commit there has shown it again').to.equal(true);
    nowMs += 1;
    expect(fellows.isFormer(3, 'a'), 'after that the former one may be all there is').to.equal(false);
  });

  it('follow an address to another system, whose timelines begin anew', () => {
    add('old', { timeline: 7 });
    add('restored', { system: 'b', timeline: 1 });
    expect(fellows.isFormer(1, 'b')).to.equal(false);
    expect(fellows.isFormer(1)).to.equal(false);
    expect(lost).to.deep.equal([]);
  });

  it('end with a silent one if they are idle and have heard as little', () => {
    add('heard later', { answeredAtMs: () => 501 });
    add('heard nothing', { answeredAtMs: () => 499 });
    add('busy', { answeredAtMs: () => 499, isIdle: () => false });
    fellows.silent(500);
    expect(lost).to.deep.equal(['heard nothing']);
  });
});

describe('tries to connect', () => {
  it('are made at once while all is well, and one by one, each for all, while they fail', async () => {
    const tries: PromiseWithResolvers<string>[] = [];
    const open = oneByOneWhileFailing(() => {
      const next = Promise.withResolvers<string>();
      tries.push(next);
      return next.promise;
    });
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    const atFirst = [open(), open(), open()].map((opened) => rejection(opened));
    expect(tries).to.have.length(3);
    for (const one of tries) one.reject(new Error('away'));
    expect(await Promise.all(atFirst)).to.deep.equal(['away', 'away', 'away']);
    const waiting = Array.from({ length: 50 }, () => rejection(open()));
    await settle();
    expect(tries, 'fifty requests make one try').to.have.length(4);
    tries[3]?.reject(new Error('still away'));
    expect(new Set(await Promise.all(waiting))).to.deep.equal(new Set(['still away']));
    const back = [open(), open()];
    await settle();
    expect(tries).to.have.length(5);
    tries[4]?.resolve('first');
    await settle();
    expect(tries, 'the second one connects now').to.have.length(6);
    tries[5]?.resolve('second');
    expect(await Promise.all(back)).to.deep.equal(['first', 'second']);
    void open();
    void open();
    await settle();
    expect(tries, 'and all is as before').to.have.length(8);
  });
});
