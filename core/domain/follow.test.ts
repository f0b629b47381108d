import { expect } from 'chai';
import {
  dueFamilies,
  type FamilyWalk,
  type FollowGround,
  type FollowSetting,
  followIntervalMs,
  followOf,
  mayBeWalked,
} from './follow.ts';
import type { ResourceType } from './resource.ts';

const minute = 60_000;
const now = new Date('2030-01-01T12:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * minute);
const ground = (usualMinutes = 60): FollowGround => ({
  usualMinutes,
  followable: [
    { type: 'quotes', isWhole: false },
    { type: 'accounts', isWhole: true },
  ],
});

describe('what is followed of a connection', () => {
  const both: readonly ResourceType[] = ['quotes', 'accounts'];
  const table: readonly [string, FollowGround, FollowSetting | null, ReturnType<typeof followOf>][] = [
    ['all that can be, as often as usual', ground(), null, { families: both, minutes: 60, callsADay: 48 }],
    ['nothing where the deployment walks nothing', ground(0), null, { families: both, minutes: 0, callsADay: 0 }],
    ['families read whole hourly at most', ground(15), null, { families: both, minutes: 15, callsADay: 96 + 24 }],
    [
      'as often as was asked',
      ground(15),
      { families: null, minutes: 5 },
      { families: both, minutes: 5, callsADay: 576 },
    ],
    [
      'although the deployment walks nothing',
      ground(0),
      { families: ['quotes'], minutes: 30 },
      { families: ['quotes'], minutes: 30, callsADay: 48 },
    ],
    [
      'nothing where that was asked',
      ground(),
      { families: null, minutes: 0 },
      { families: both, minutes: 0, callsADay: 0 },
    ],
    ['no family', ground(), { families: [], minutes: null }, { families: [], minutes: 60, callsADay: 0 }],
    [
      'no family that the provider has no longer',
      ground(),
      { families: ['payments', 'quotes'], minutes: null },
      { families: ['quotes'], minutes: 60, callsADay: 24 },
    ],
  ];
  for (const [name, on, setting, follow] of table) {
    it(name, () => {
      expect(followOf(on, setting)).to.deep.equal(follow);
      const ms = follow.minutes === 0 || follow.families.length === 0 ? null : follow.minutes * minute;
      expect(followIntervalMs(on, setting)).to.equal(ms);
    });
  }
});

describe('the families of a walk', () => {
  const due = (on: FollowGround, setting: FollowSetting | null, quotes: Date, accounts: Date) =>
    dueFamilies(
      on,
      setting,
      new Map<ResourceType, Date>([
        ['quotes', quotes],
        ['accounts', accounts],
      ]),
      now,
    );
  it('are all at their usual time', () =>
    expect(due(ground(), null, ago(60), ago(60))).to.deep.equal(['quotes', 'accounts']));
  it('are those read whole only when an hour is over', () => {
    expect(due(ground(15), null, ago(15), ago(45))).to.deep.equal(['quotes']);
    expect(due(ground(15), null, ago(15), ago(59))).to.deep.equal(['quotes', 'accounts']);
  });
  it('are those read whole as often as asked', () =>
    expect(due(ground(15), { families: null, minutes: 15 }, ago(15), ago(15))).to.deep.equal(['quotes', 'accounts']));
  it('do not wait for a time that a wrong clock wrote', () =>
    expect(due(ground(15), null, ago(-600), ago(-600))).to.deep.equal(['quotes', 'accounts']));
  it('are none where nothing is walked', () => expect(due(ground(0), null, ago(900), ago(900))).to.deep.equal([]));
});

describe('a family that was refused', () => {
  const walk = (failure: FamilyWalk['failure'], triedAt: Date): FamilyWalk => ({
    ...{ type: 'quotes', walkedAt: null, read: 0, changed: 0, removed: 0 },
    ...{ failure, triedAt },
  });
  const table: readonly [string, FamilyWalk | undefined, Date, boolean][] = [
    ['is walked if it never was', undefined, ago(9_999), true],
    ['rests for a day without a scope', walk('scope_missing', ago(1_439)), ago(9_999), false],
    ['is tried again then', walk('scope_missing', ago(1_440)), ago(9_999), true],
    ['is tried again after a new consent', walk('scope_missing', ago(60)), ago(59), true],
    ['does not rest by a time in the future', walk('scope_missing', ago(-60)), ago(9_999), true],
    ['rests where the provider does not list it', walk('not_supported_by_provider', ago(60)), ago(9_999), false],
    ['does not rest for an outage', walk('provider_failed', ago(1)), ago(9_999), true],
    ['does not rest for want of budget', walk('budget', ago(1)), ago(9_999), true],
  ];
  for (const [name, one, consentedAt, may] of table)
    it(name, () => expect(mayBeWalked(one, consentedAt, now)).to.equal(may));
});
