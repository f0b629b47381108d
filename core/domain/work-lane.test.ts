import { expect } from 'chai';
import fc from 'fast-check';
import { recipeNames } from './automation.ts';
import { operationTypes } from './operation.ts';
import { type ClaimRoom, claimRoom, laneOf, laneRules, type WorkLane, workLanes } from './work-lane.ts';

type Running = Record<WorkLane, number>;

const none: Running = { automation: 0, notification: 0, delivery: 0, sync: 0, maintenance: 0 };
const totalOf = (running: Running): number => workLanes.reduce((sum, lane) => sum + running[lane], 0);
const idleOf = (running: Running): readonly WorkLane[] => workLanes.filter((lane) => running[lane] === 0);

/** A worker's slots and its running work, including every state that claims within the room can lead to. */
const worker = fc
  .tuple(fc.integer({ min: 1, max: 200 }), fc.array(fc.constantFrom(...workLanes), { maxLength: 220 }))
  .map(([slots, lanes]) => {
    const running = { ...none };
    for (const lane of lanes.slice(0, slots)) running[lane] += 1;
    return { slots, running };
  });

/** Takes from the room as a claim might: any mix of lanes within its bounds. */
function taken(room: ClaimRoom, running: Running, wishes: readonly WorkLane[]): Running {
  const after = { ...running };
  let left = room.limit;
  for (const lane of wishes) {
    if (left === 0 || after[lane] - running[lane] >= room.lanes[lane]) continue;
    after[lane] += 1;
    left -= 1;
  }
  return after;
}

const wishes = fc.array(fc.constantFrom(...workLanes), { maxLength: 300 });

describe('work lanes', () => {
  it('give every type of operation a lane, in the order of what customers wait for', () => {
    expect(operationTypes.map(laneOf)).to.have.members([
      ...[...recipeNames, 'one approved write'].map(() => 'automation'),
      'notification',
      ...['delivery', 'delivery'],
      ...Array(4).fill('sync'),
      ...Array(6).fill('maintenance'),
    ]);
    expect(workLanes[0]).to.equal('automation');
    for (const lane of workLanes) expect(laneRules[lane].share, lane).to.be.within(0.1, 1);
  });
});

describe('the room of a claim', () => {
  const table: readonly (readonly [string, number, Partial<Running>, ClaimRoom])[] = [
    ['of one idle slot', 1, {}, { limit: 1, lanes: lanes(1, 1, 1, 1, 1) }],
    ['of one busy slot', 1, { sync: 1 }, { limit: 0, lanes: lanes(0, 0, 0, 0, 0) }],
    ['of four slots, long work within its share', 4, { sync: 2 }, { limit: 2, lanes: lanes(2, 2, 2, 0, 1) }],
    ['of ten idle slots', 10, {}, { limit: 5, lanes: lanes(5, 5, 5, 5, 2) }],
    ['beside five deliveries', 10, { delivery: 5 }, { limit: 1, lanes: lanes(1, 1, 1, 1, 1) }],
    ['when only what is set aside is left', 10, { delivery: 6 }, { limit: 4, lanes: lanes(1, 1, 0, 1, 1) }],
    ['of the last slots', 10, { delivery: 6, sync: 2 }, { limit: 2, lanes: lanes(1, 1, 0, 0, 1) }],
    ['when more runs than there are slots', 10, { delivery: 12 }, { limit: 0, lanes: lanes(0, 0, 0, 0, 0) }],
    ['of a hundred', 100, { delivery: 40 }, { limit: 56, lanes: lanes(56, 56, 56, 50, 25) }],
  ];
  for (const [name, slots, running, expected] of table) {
    it(name, () => expect(claimRoom(slots, { ...none, ...running })).to.deep.equal(expected));
  }

  it('is never more than the free slots, nor a lane above its share', () => {
    fc.assert(
      fc.property(worker, ({ slots, running }) => {
        const room = claimRoom(slots, running);
        expect(room.limit).to.be.within(0, slots - totalOf(running));
        for (const lane of workLanes) {
          expect(room.lanes[lane]).to.be.within(0, room.limit);
          const share = Math.max(1, Math.floor(slots * laneRules[lane].share));
          if (room.lanes[lane] > 0) expect(running[lane] + room.lanes[lane]).to.be.at.most(share);
        }
      }),
    );
  });

  it('leaves a slot for every idle lane, whatever mix is claimed, and again when it is claimed out', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 200 }), fc.array(wishes, { maxLength: 8 }), (slots, claims) => {
        let running = none;
        for (const wish of claims) {
          running = taken(claimRoom(slots, running), running, wish);
          expect(slots - totalOf(running)).to.be.at.least(idleOf(running).length);
        }
      }),
    );
  });

  it('lets every idle lane claim as long as a slot is free', () => {
    fc.assert(
      fc.property(worker, ({ slots, running }) => {
        const room = claimRoom(slots, running);
        if (totalOf(running) >= slots) return;
        for (const lane of idleOf(running)) expect(room.lanes[lane], lane).to.be.at.least(1);
      }),
    );
  });

  it('begins with another lane every third claim, with each of them in turn', () => {
    const firsts = Array.from({ length: 15 }, (_, claims) => claimRoom(1, none, claims).first);
    expect(firsts.filter((lane) => lane !== undefined)).to.deep.equal(workLanes);
    expect(firsts.filter((_, claims) => claims % 3 < 2)).to.deep.equal(Array(10).fill(undefined));
  });

  it('wastes nothing: one lane alone may fill its share in claims at once, but for what is set aside', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.constantFrom(...workLanes), (slots, lane) => {
        let running = none;
        for (let claim = 0; claim < 3; claim++)
          running = taken(claimRoom(slots, running), running, Array(slots).fill(lane));
        const setAside = slots >= 10 ? workLanes.length - 1 : 0;
        const share = Math.max(1, Math.floor(slots * laneRules[lane].share));
        expect(running[lane]).to.equal(Math.min(share, slots - setAside));
      }),
    );
  });
});

function lanes(automation: number, notification: number, delivery: number, sync: number, maintenance: number): Running {
  return { automation, notification, delivery, sync, maintenance };
}
