// What random schedules choose from.
import fc from 'fast-check';
import { workLanes } from '../../core/domain/work-lane.ts';
import type { Order } from './acts.ts';
import type { Room } from './claim-rules.ts';
import { kinds, toldKind } from './reference.ts';
import { planes, type Scene } from './scene.ts';
import type { Does, Fault, Word } from './words.ts';

export const second = 1000;

export const orders: fc.Arbitrary<Order> = fc.record({
  kind: fc.constantFrom(...kinds, toldKind),
  plane: fc.constantFrom(...planes),
  groupKey: fc.constantFrom(null, 'm1', 'm2'),
  dueInMs: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.constantFrom(3 * second, 40 * second)),
  maxAttempts: fc.constantFrom(10, 10, 2, 1, 1),
  count: fc.integer({ min: 1, max: 5 }),
});

export const open = (limit: number): Room => ({
  limit,
  lanes: Object.fromEntries(workLanes.map((lane) => [lane, limit])) as Room['lanes'],
});

const lanes = fc.record(Object.fromEntries(workLanes.map((lane) => [lane, fc.nat({ max: 6 })]))) as fc.Arbitrary<
  Room['lanes']
>;
const oddRoom: fc.Arbitrary<Room> = fc.record({ limit: fc.nat({ max: 8 }), lanes });
export const rooms = fc.oneof(fc.constantFrom(1, 2, 4, 10).map(open), oddRoom);

export const well: Does = { as: 'well' };
const badly = fc.constantFrom<Does>(
  { as: 'retry' },
  { as: 'retry', afterSeconds: 90 },
  { as: 'failed' },
  { as: 'waits', seconds: 0 },
  { as: 'waits', seconds: 20 },
  { as: 'defect' },
  { as: 'held', seconds: 30 },
);
const does = fc.oneof(
  { weight: 5, arbitrary: fc.constant(well) },
  { weight: 3, arbitrary: badly },
  fc.constant<Does>({ as: 'dies' }),
);

export interface Draft extends Pick<Word, 'kind' | 'name' | 'does'> {
  readonly child: boolean;
}

export const drafts: fc.Arbitrary<Draft> = fc.record({
  kind: fc.constantFrom<Word['kind']>('step', 'step', 'step', 'advance', 'check', 'end', 'end'),
  name: fc.constantFrom('a', 'b'),
  does,
  child: fc.nat({ max: 3 }).map((n) => n === 0),
});
export const faults = fc.option(fc.constantFrom<Fault>('refused', 'lost'), { freq: 2 });

export function wordOf(scene: Scene, { child, ...word }: Draft, fault: Fault | null = null): Word {
  const name = word.kind === 'advance' ? 'page' : word.name;
  // A step cannot be held, only what it belongs to.
  const does = word.does.as === 'held' && word.kind !== 'end' ? well : word.does;
  return { ...word, does, name, n: scene.next(), childId: child ? scene.ids.next('op') : null, fault };
}
