import type { PurgedBatch } from '../../domain/retention.ts';
import { type Conclusion, continueLater, succeeded } from '../../engine/operation-kind.ts';
import type { Steps } from '../../engine/step-runner.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

/** Beyond this the operation goes back to the queue, so that one huge backlog does not keep a slot. */
const roundsMax = 200;
/** Between two rounds everybody else is let to the database. */
const pauseMs = 5;
const againSeconds = 1;

/** Runs round after round, each one short transaction, until the last, or until it is the others' turn; the result tells of the last attempt. */
export async function inRounds(
  { clock }: Pick<CorePorts, 'clock'>,
  steps: Steps,
  round: () => Promise<PurgedBatch>,
): Promise<Conclusion> {
  let purged = 0;
  for (let done = 0; done < roundsMax; done++) {
    steps.checkpoint();
    const { removed, isLast } = await round();
    purged += removed;
    if (isLast) return succeeded({ purged });
    await clock.wait(pauseMs);
  }
  return continueLater('more_to_purge', `${purged} rows purged so far`, againSeconds);
}
