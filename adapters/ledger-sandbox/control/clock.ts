import type { SettingRecord } from '../books/books.ts';
import type { Shelf } from '../books/shelf.ts';

const settingId = 'clockOffsetMs';

/** The sandbox's own time: the real time plus an offset that only grows and is stored with the books. */
export function createClock(real: () => Date) {
  let offsetMs = 0;
  let settings: Shelf<SettingRecord> | undefined;
  return {
    /** UTC milliseconds. */
    now: (): number => real().getTime() + offsetMs,
    restore(kept: Shelf<SettingRecord>): void {
      settings = kept;
      offsetMs = kept.get(settingId)?.value ?? 0;
    },
    advance(seconds: number): void {
      offsetMs += seconds * 1000;
      settings?.put({ id: settingId, updated: 0, value: offsetMs });
    },
    reset(): void {
      offsetMs = 0;
      settings?.remove(settingId);
    },
  };
}

export type Clock = ReturnType<typeof createClock>;
