// A clock that several processes read from one file, so that a test moves the time of all of them at once.
import { closeSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { createSystemClock } from '../../adapters/system/index.ts';
import type { Clock } from '../../core/ports/system.ts';

/** `file` holds by how many milliseconds the time is moved. */
export function createMovedClock(file: string): Clock {
  const { now, wait } = createSystemClock();
  const [handle, bytes] = [openSync(file, 'r'), Buffer.alloc(8)];
  return {
    now: () => {
      readSync(handle, bytes, 0, bytes.length, 0);
      return new Date(now().getTime() + bytes.readDoubleBE());
    },
    wait,
  };
}

export interface ClockHand {
  readonly file: string;
  now(): Date;
  /** Moves the time of everybody who reads the file. */
  move(milliseconds: number): void;
}

export function createClockHand(file: string): ClockHand {
  const bytes = Buffer.alloc(8);
  let movedMs = 0;
  writeFileSync(file, bytes);
  return {
    file,
    now: () => new Date(Date.now() + movedMs),
    move(milliseconds) {
      movedMs += milliseconds;
      bytes.writeDoubleBE(movedMs);
      // In place: whoever reads meanwhile has the old time or the new one.
      const handle = openSync(file, 'r+');
      writeSync(handle, bytes, 0, bytes.length, 0);
      closeSync(handle);
    },
  };
}
