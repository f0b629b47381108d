// Makes the ids that clauses draw the same in each recording: where they are printed (PDF), no placeholder can stand.
import crypto, { createHash } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** UUIDs that follow from the seed. */
export function seededUuids(seed: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    const hex = createHash('sha256').update(`${seed}#${count}`).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
}

/** Runs the work with a `randomUUID` that follows from the seed. */
export async function withSeededUuids<T>(seed: string, work: () => Promise<T>): Promise<T> {
  const { randomUUID } = crypto;
  crypto.randomUUID = seededUuids(seed) as typeof randomUUID;
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    crypto.randomUUID = randomUUID;
    syncBuiltinESMExports();
  }
}
