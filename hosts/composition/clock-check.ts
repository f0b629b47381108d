// Compares this host's clock with the database's: leases, tokens and sessions are counted on hosts' clocks.

export interface ClockReading {
  /** Both at about the same moment; the way to the database and back limits how exactly. */
  readonly host: Date;
  readonly database: Date;
  /** Milliseconds that they are apart at least; positive when the host is ahead. */
  readonly apartMs: number;
}

interface ClockSources {
  /** Undefined where the database has no clock but this machine's. */
  readonly database: () => Promise<Date | undefined>;
  readonly host: () => Date;
}

/** An answer that was long on its way tells little: what it may be off by is taken from the difference. */
export async function readClocks({ database, host }: ClockSources): Promise<ClockReading | undefined> {
  const before = host().getTime();
  const theirs = await database();
  if (!theirs) return undefined;
  const uncertainMs = Math.ceil(Math.max(0, host().getTime() - before) / 2);
  const ours = new Date(before + uncertainMs);
  const apart = ours.getTime() - theirs.getTime();
  return { host: ours, database: theirs, apartMs: Math.sign(apart) * Math.max(0, Math.abs(apart) - uncertainMs) };
}

/** Throws, in a sentence for operators, when this host's clock is off. */
export async function assertClock(sources: ClockSources, toleranceMs: number): Promise<void> {
  const reading = await readClocks(sources);
  if (!reading || Math.abs(reading.apartMs) <= toleranceMs) return;
  const { host, database, apartMs } = reading;
  throw new Error(
    `the clock is off: this host says ${host.toISOString()}, the database ${database.toISOString()}; they are ` +
      `${(Math.abs(apartMs) / 1000).toFixed(1)} s apart and may be ${toleranceMs / 1000}: set both by NTP`,
  );
}
