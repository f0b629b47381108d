import { type KeyUse, sealedColumns } from '../../domain/sealed-column.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

/** All keys of the ring, the sealing one first, then keys that only stored values name, each with its number of values. */
export function keyUse({ storage, vault }: CorePorts) {
  return async (): Promise<readonly KeyUse[]> => {
    const [sealing] = vault.keyIds;
    const stored = await valuesByKey(storage);
    const keyIds = new Set([...vault.keyIds, ...stored.keys()]);
    return [...keyIds].map((keyId) => ({
      keyId,
      values: stored.get(keyId) ?? 0,
      inRing: vault.keyIds.includes(keyId),
      seals: keyId === sealing,
    }));
  };
}

export async function valuesByKey({ sealedValues }: CorePorts['storage']): Promise<ReadonlyMap<string, number>> {
  const values = new Map<string, number>();
  for (const column of sealedColumns) {
    for (const keyId of await sealedValues.keyIds(column)) {
      values.set(keyId, (values.get(keyId) ?? 0) + (await sealedValues.count(column, keyId)));
    }
  }
  return values;
}

/** Keys that stored values need and the ring lacks; costs some index look-ups for any number of values. */
export function missingKeys({ storage, vault }: CorePorts) {
  return async (): Promise<readonly string[]> => {
    const needed = await Promise.all(sealedColumns.map((column) => storage.sealedValues.keyIds(column)));
    // A value without a key is damaged, and no key repairs it: `doctor` reports it.
    const missing = needed.flat().filter((keyId) => keyId !== '' && !vault.keyIds.includes(keyId));
    return [...new Set(missing)].sort();
  };
}
