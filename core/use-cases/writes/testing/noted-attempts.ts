import type { Stores } from '../../../ports/storage.ts';

/** Stores that say when an attempt is stored: `step` is null for one of a request. */
export function notingAttempts(stored: (step: string | null) => void) {
  return <S extends Pick<Stores, 'operations' | 'idempotency'>>(stores: S): S => ({
    ...stores,
    operations: {
      ...stores.operations,
      async saveWrite(...given) {
        const isSaved = await stores.operations.saveWrite(...given);
        if (given[2].attempt) stored(given[1]);
        return isSaved;
      },
    },
    idempotency: {
      ...stores.idempotency,
      async recordAttempt(...given) {
        const isSaved = await stores.idempotency.recordAttempt(...given);
        stored(null);
        return isSaved;
      },
    },
  });
}
