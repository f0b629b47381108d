// `secrets.reencrypt`: seals every stored secret under the ring's first key while traffic continues.
import type { Json } from '../../domain/json.ts';
import { type ResealedValue, type SealedColumn, type SealedValue, sealedColumns } from '../../domain/sealed-column.ts';
import { continueLater, inputText, type OperationKind, succeeded } from '../../engine/operation-kind.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { SecretPlace } from '../../ports/secrets.ts';
import { valuesByKey } from './key-use.ts';

/** Few enough for one short statement. */
const valuesABatch = 50;
/** Beyond this the operation returns to the queue and frees its slot. */
const batchesMax = 200;
/** Others may use the database between two batches. */
const pauseMs = 5;
const againSeconds = 1;
/** A worker without the new ring leaves the work to one that has it. */
const otherRingSeconds = 15;

/** A column's progress, the result of its step. */
type Progress = {
  readonly done: boolean;
  /** The old key whose values are being replaced, and the last row. */
  readonly from: string;
  readonly after: string | null;
  readonly resealed: number;
  /** Somebody wrote a new value between reading and replacing; it stays. */
  readonly changed: number;
  /** Damaged, or sealed under a key that the ring lacks: left unchanged. */
  readonly unreadable: number;
};

const atFirst: Progress = { done: false, from: '', after: null, resealed: 0, changed: 0, unreadable: 0 };

/**
 * The input names the key, so that a worker whose ring begins with another key does not seal everything back. Each column
 * has one checkpoint; a repeated batch, whose checkpoint was lost, finds nothing to do and is not counted.
 */
export function reencrypt(ports: CorePorts): OperationKind {
  return async ({ operation, steps }) => {
    const keyId = inputText(operation, 'key_id');
    if (ports.vault.keyIds[0] !== keyId) {
      const message = `waits for a worker whose ENCRYPTION_KEYS begin with ${keyId}`;
      return continueLater('other_key_first', message, otherRingSeconds);
    }
    const done: Progress[] = [];
    for (let batches = 0; done.length < sealedColumns.length; batches++) {
      if (batches === batchesMax)
        return continueLater('more_to_reencrypt', 'more values must be re-encrypted', againSeconds);
      const column = sealedColumns[done.length] as SealedColumn;
      // Later attempts do not repeat a finished column.
      const progress = await steps.advance<Progress>(`${column.table}.${column.column}`, async (before) => ({
        result: before?.done ? before : await resealBatch(ports, column, keyId, before ?? atFirst),
      }));
      if (progress.done) done.push(progress);
      else await ports.clock.wait(pauseMs);
    }
    return succeeded(await summary(ports, keyId, done));
  };
}

/** Seals one batch under the first key; returns where to continue. */
async function resealBatch(ports: CorePorts, column: SealedColumn, keyId: string, at: Progress): Promise<Progress> {
  const { sealedValues } = ports.storage;
  const from = (await sealedValues.keyIds(column)).find((id) => id !== keyId && id >= at.from);
  if (from === undefined) return { ...at, done: true };
  const after = from === at.from ? at.after : null;
  const found = await sealedValues.list(column, from, { after, limit: valuesABatch });
  const readable: ResealedValue[] = [];
  for (const value of found) {
    const to = await resealed(ports, column, value);
    if (to !== undefined) readable.push({ row: value.row, from: value.sealed, to });
  }
  const replaced = await sealedValues.replace(column, readable);
  const last = found.at(-1);
  return {
    ...at,
    // No more rows of this key: the next batch begins with the next key.
    ...(last && found.length === valuesABatch ? { from, after: last.row } : { from: `${from}\u0001`, after: null }),
    resealed: at.resealed + replaced,
    changed: at.changed + readable.length - replaced,
    unreadable: at.unreadable + found.length - readable.length,
  };
}

async function resealed(
  { vault, log }: CorePorts,
  { table, column, boundAs }: SealedColumn,
  { row, organizationId, environment, sealed }: SealedValue,
): Promise<string | undefined> {
  const place: SecretPlace = { organizationId, environment, table, row, column: boundAs };
  try {
    return await vault.seal(await vault.open(sealed, place), place);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn('a stored secret cannot be re-encrypted', { table, row, column, reason });
    return undefined;
  }
}

/** Values left under other keys: damaged ones, and those of hosts whose ring begins with another key. */
async function summary({ storage }: CorePorts, keyId: string, done: readonly Progress[]): Promise<Json> {
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
