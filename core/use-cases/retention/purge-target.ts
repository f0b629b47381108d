import { keptSince, type PurgeTarget } from '../../domain/retention.ts';
import type { Conclusion } from '../../engine/operation-kind.ts';
import type { Steps } from '../../engine/step-runner.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { inRounds } from './purge-rounds.ts';

const rowsARound = 200;

/** Removes what has been kept long enough of one kind of thing. */
export function purgeTarget({ storage, clock, settings }: Pick<CorePorts, 'storage' | 'clock' | 'settings'>) {
  return (target: PurgeTarget, steps: Steps): Promise<Conclusion> => {
    const before = keptSince(target, settings.retentionDays, clock.now());
    let after: string | null = null;
    return inRounds({ clock }, steps, async () => {
      const { removed, next } = await storage.retention.purge(target, { before, limit: rowsARound, after });
      after = next;
      return { removed, isLast: next === null };
    });
  };
}
