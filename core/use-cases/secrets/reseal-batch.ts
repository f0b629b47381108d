import type { ResealedValue, SealedColumn, SealedValue } from '../../domain/sealed-column.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { SecretPlace } from '../../ports/secrets.ts';

type Ports = Pick<CorePorts, 'storage' | 'vault' | 'log'>;

/** One short statement's worth. */
const valuesABatch = 50;
/** The second walk finds what was written under an old key while the first one went on. */
const walksMax = 2;

/** How far a column got; stored as the result of its step. */
export interface Progress {
  readonly done: boolean;
  /** The old key whose values are being walked, and the row it got to. */
  readonly from: string;
  readonly after: string | null;
  readonly walk: number;
  readonly resealed: number;
  /** Somebody else wrote a new value between reading and replacing; it is left as it is. */
  readonly changed: number;
  /** Damaged, or sealed under a key that this ring lacks: left as they are. */
  readonly unreadable: number;
}

const atFirst: Progress = { done: false, from: '', after: null, walk: 1, resealed: 0, changed: 0, unreadable: 0 };

/** Seals one batch of a column's values under the vault's first key, and says where to continue. */
export async function resealBatch(
  { storage, vault, log }: Ports,
  column: SealedColumn,
  keyId: string,
  before: Progress | null,
): Promise<Progress> {
  const at = before ?? atFirst;
  const others = (await storage.sealedValues.keyIds(column)).filter((id) => id !== keyId);
  const from = others.find((id) => id >= at.from);
  if (from === undefined) return nextWalk(at, others.length > 0);
  const after = from === at.from ? at.after : null;
  const found = await storage.sealedValues.list(column, from, { after, limit: valuesABatch });
  const readable: ResealedValue[] = [];
  for (const value of found) {
    const to = await resealed({ vault, log }, column, value);
    if (to !== undefined) readable.push({ row: value.row, from: value.sealed, to });
  }
  const replaced = await storage.sealedValues.replace(column, readable);
  const last = found.at(-1);
  return {
    ...at,
    // Behind every row of this key: the next batch begins with the next key.
    ...(last && found.length === valuesABatch ? { from, after: last.row } : { from: `${from}\u0001`, after: null }),
    resealed: at.resealed + replaced,
    changed: at.changed + readable.length - replaced,
    unreadable: at.walk === 1 ? at.unreadable + found.length - readable.length : at.unreadable,
  };
}

function nextWalk(at: Progress, isSomethingLeft: boolean): Progress {
  if (!isSomethingLeft || at.walk === walksMax) return { ...at, done: true };
  return { ...at, from: '', after: null, walk: at.walk + 1 };
}

async function resealed(
  { vault, log }: Pick<Ports, 'vault' | 'log'>,
  { table, column, boundAs }: SealedColumn,
  { row, organizationId, environment, sealed }: SealedValue,
): Promise<string | undefined> {
  const place: SecretPlace = { organizationId, environment, table, row, column: boundAs };
  try {
    return await vault.seal(await vault.open(sealed, place), place);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn('a stored secret cannot be sealed anew', { table, row, column, reason });
    return undefined;
  }
}
