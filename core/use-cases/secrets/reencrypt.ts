// `secrets.reencrypt`: seals every stored secret under the first key of the ring, while traffic goes on.
import type { Json } from '../../domain/json.ts';
import { type SealedColumn, sealedColumns } from '../../domain/sealed-column.ts';
import { inputText } from '../../engine/input-of.ts';
import { continueLater, type OperationKind, succeeded } from '../../engine/operation-kind.ts';
import type { Steps } from '../../engine/step-runner.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { valuesByKey } from './key-use.ts';
import { type Progress, resealBatch } from './reseal-batch.ts';

type Ports = Pick<CorePorts, 'storage' | 'vault' | 'clock' | 'log'>;

/** Beyond this the operation goes back to the queue, so that it does not keep a slot. */
const batchesMax = 200;
/** Between two batches others may use the database. */
const pauseMs = 5;
const againSeconds = 1;
/** A worker that was not restarted with the new ring leaves the work to one that was. */
const otherRingSeconds = 15;

/**
 * Its input names the key, so that a worker whose ring still begins with another does not seal everything back. Each
 * column is one checkpoint; a batch whose checkpoint was lost finds nothing left to do, and is not counted then.
 */
export function reencrypt(ports: Ports): OperationKind {
  return async ({ operation, steps }) => {
    const keyId = inputText(operation, 'key_id');
    if (ports.vault.keyIds[0] !== keyId) return continueLater('other_key_first', wrongWorker(keyId), otherRingSeconds);
    const done: Progress[] = [];
    for (let batches = 0; done.length < sealedColumns.length; batches++) {
      if (batches === batchesMax)
        return continueLater('more_to_reencrypt', 'more values are to be sealed', againSeconds);
      const column = sealedColumns[done.length] as SealedColumn;
      const progress = await advance(ports, steps, column, keyId);
      if (progress.done) done.push(progress);
      else await ports.clock.wait(pauseMs);
    }
    return succeeded(await summary(ports, keyId, done));
  };
}

/** A column that is done stays done: its step is not repeated by a later attempt. */
async function advance(ports: Ports, steps: Steps, column: SealedColumn, keyId: string): Promise<Progress> {
  const result = await steps.advance<Json>(`${column.table}.${column.column}`, async (before) => {
    const progress = before as unknown as Progress | null;
    return {
      result: (progress?.done ? progress : await resealBatch(ports, column, keyId, progress)) as unknown as Json,
    };
  });
  return result as unknown as Progress;
}

/** What is left under other keys now: damaged values, and what hosts write whose ring begins with another key. */
async function summary({ storage }: Ports, keyId: string, done: readonly Progress[]): Promise<Json> {
  const { [keyId]: _, ...left } = Object.fromEntries(await valuesByKey(storage));
  const total = (of: 'resealed' | 'changed' | 'unreadable') => done.reduce((sum, progress) => sum + progress[of], 0);
  return {
    key_id: keyId,
    resealed: total('resealed'),
    changed_meanwhile: total('changed'),
    unreadable: total('unreadable'),
    left_under_other_keys: left,
  };
}

function wrongWorker(keyId: string): string {
  return `waits for a worker whose ENCRYPTION_KEYS begin with ${keyId}`;
}
