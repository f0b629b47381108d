// Whether this host may work at all: its clock and the schema, asked at the start and every minute.
import type { Log } from '#core';
import { type ClockReading, type ClockSources, clockComplaint, readClocks } from '../composition/clock-check.ts';
import type { SchemaState } from '../composition/open-database.ts';
import type { Hold } from './hold.ts';
import { type Loop, startLoop } from './loop.ts';

export interface HostSources extends ClockSources {
  readonly schema: () => Promise<SchemaState>;
  readonly clockToleranceMs: number;
}

export interface HostCheck extends Loop {
  /** The last reading of both clocks, where there are two. */
  clocks(): ClockReading | undefined;
}

/** Sooner again while something is wrong, so that it is known when it is right again. */
const pauses = { everyMs: 60_000, againMs: 5_000 };

/** Claims are held while the clock or the schema is off. A database that does not answer is reported elsewhere. */
export function checkHost(
  { sources, hold, log }: { readonly sources: HostSources; readonly hold: Hold; readonly log: Log },
  { everyMs, againMs }: typeof pauses = pauses,
): HostCheck {
  let clocks: ClockReading | undefined;
  const apply = (reason: 'clock' | 'schema', complaint: string | undefined): void => {
    if (!hold.set(reason, complaint !== undefined)) return;
    if (complaint === undefined) log.info('worker claims as before', { reason });
    else log.error('worker claims nothing', new Error(complaint), { reason });
  };
  const loop = startLoop('checking', {
    task: async () => {
      try {
        clocks = await readClocks(sources);
        apply('clock', clockComplaint(clocks, sources.clockToleranceMs));
        apply('schema', schemaComplaint(await sources.schema()));
      } catch {
        return againMs;
      }
      return hold.has('clock') || hold.has('schema') ? againMs : everyMs;
    },
  });
  return { ...loop, clocks: () => clocks };
}

function schemaComplaint({ kind, version, expected }: SchemaState): string | undefined {
  if (kind === 'current') return undefined;
  return `the database schema is at version ${version} (${kind}), this build works with ${expected}: start the build that belongs to it`;
}
