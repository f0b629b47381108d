import { type KeyUse, sealedColumns } from '../../domain/sealed-column.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

type Ports = Pick<CorePorts, 'storage' | 'vault'>;

/** Every key of the ring, the sealing one first, and every other key that stored values name; counts all values. */
export function keyUse({ storage, vault }: Ports) {
  return async (): Promise<readonly KeyUse[]> => {
    const [sealing, ...others] = vault.keyIds;
    const values = new Map<string, number>([sealing, ...others].map((id) => [id, 0]));
    for (const column of sealedColumns) {
      for (const keyId of await storage.sealedValues.keyIds(column)) {
        const count = await storage.sealedValues.count(column, keyId);
        values.set(keyId, (values.get(keyId) ?? 0) + count);
      }
    }
    return [...values].map(([keyId, count]) => ({
      keyId,
      values: count,
      inRing: vault.keyIds.includes(keyId),
      seals: keyId === sealing,
    }));
  };
}

/** The keys that stored values need and the ring lacks; some index look-ups, however many values there are. */
export function missingKeys({ storage, vault }: Ports) {
  return async (): Promise<readonly string[]> => {
    const missing = new Set<string>();
    for (const column of sealedColumns) {
      for (const keyId of await storage.sealedValues.keyIds(column)) {
        // What names no key is damage that no key repairs: `doctor` tells of it.
        if (keyId !== '' && !vault.keyIds.includes(keyId)) missing.add(keyId);
      }
    }
    return [...missing].sort();
  };
}
