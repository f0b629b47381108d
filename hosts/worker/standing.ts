// Whether this host may work at all: its clock and the schema, asked at the start and every minute.
import type { Log } from '#core';
import { type ClockReading, type ClockSources, clockComplaint, readClocks } from '../composition/clock-check.ts';
import type { SchemaState } from '../composition/open-database.ts';
import type { Gate } from './gate.ts';
import { type Repetition, repeat } from './repeat.ts';

export interface StandingSources extends ClockSources {
  readonly schema: () => Promise<SchemaState>;
  readonly clockToleranceMs: number;
}

export interface StandingWatch extends Repetition {
  /** The last reading of both clocks, where there are two. */
  clocks(): ClockReading | undefined;
}

const everyMs = 60_000;
/** Sooner while something is wrong, so that it is known when it is right again. */
const againMs = 5_000;

/** Shuts the gate while the clock or the schema is off. A database that does not answer is told of elsewhere. */
export function watchStanding(
  options: { readonly sources: StandingSources; readonly gate: Gate; readonly log: Log },
  pause: { readonly everyMs: number; readonly againMs: number } = { everyMs, againMs },
): StandingWatch {
  const { sources, gate, log } = options;
  let clocks: ClockReading | undefined;
  const watching = repeat(async () => {
    try {
      clocks = await readClocks(sources);
      tell('clock', clockComplaint(clocks, sources.clockToleranceMs));
      tell('schema', schemaComplaint(await sources.schema()));
    } catch {
      return pause.againMs;
    }
    return gate.holds().has('clock') || gate.holds().has('schema') ? pause.againMs : pause.everyMs;
  });
  function tell(reason: 'clock' | 'schema', complaint: string | undefined): void {
    if (complaint !== undefined) {
      if (gate.hold(reason, 'shut')) log.error('worker claims nothing', new Error(complaint), { reason });
    } else if (gate.release(reason)) log.info('worker claims as before', { reason });
  }
  return { stop: watching.stop, clocks: () => clocks };
}

function schemaComplaint({ kind, version, expected }: SchemaState): string | undefined {
  if (kind === 'current') return undefined;
  return `the database schema is at version ${version} (${kind}), this build works with ${expected}: start the build that belongs to it`;
}
