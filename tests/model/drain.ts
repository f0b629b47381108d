// The end of every schedule.
import { claimAs, moveClock, moveToDue, sweepAs, tellAll } from './acts.ts';
import { open, second, well, wordOf } from './choices.ts';
import { compare } from './compare.ts';
import { isOver } from './reference.ts';
import { type Scene, workersInScene } from './scene.ts';

const drainRounds = 200;

/** All workers are lost, others come, and everything comes to its end. */
export async function drain(scene: Scene): Promise<void> {
  scene.live = [];
  moveClock(scene, 40 * second);
  await sweepAs(scene, 0);
  for (let round = 0; round < drainRounds; round++) {
    moveToDue(scene);
    await claimAs(scene, round % workersInScene, open(40));
    const end = { kind: 'end', name: '', does: well, child: false } as const;
    await tellAll(
      scene,
      scene.live.map((live) => ({ live, word: wordOf(scene, end) })),
    );
    if ([...scene.model.operations.values()].every(isOver)) return compare(scene);
  }
  throw new Error('not everything came to its end');
}
