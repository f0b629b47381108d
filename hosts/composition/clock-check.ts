// Compares this host's clock with the database's, because hosts compare times that other hosts stored.

export interface ClockReading {
  /** Both clocks at about the same moment. */
  readonly host: Date;
  readonly database: Date;
  /** The least possible difference in milliseconds; positive when the host is ahead. */
  readonly apartMs: number;
}

interface ClockSources {
  /** Undefined where the database uses this machine's clock. */
  readonly database: () => Promise<Date | undefined>;
  readonly host: () => Date;
}

/** Subtracts from the difference what the round trip may explain. */
export async function readClocks({ database, host }: ClockSources): Promise<ClockReading | undefined> {
  const before = host().getTime();
  const theirs = await database();
  if (!theirs) return undefined;
  const uncertainMs = Math.ceil(Math.max(0, host().getTime() - before) / 2);
  const ours = new Date(before + uncertainMs);
  const apart = ours.getTime() - theirs.getTime();
  return { host: ours, database: theirs, apartMs: Math.sign(apart) * Math.max(0, Math.abs(apart) - uncertainMs) };
}

export async function assertClock(sources: ClockSources, toleranceMs: number): Promise<void> {
  const reading = await readClocks(sources);
  if (!reading || Math.abs(reading.apartMs) <= toleranceMs) return;
  const { host, database, apartMs } = reading;
  throw new Error(
    `the clock is off: this host says ${host.toISOString()}, the database ${database.toISOString()}; they are ` +
      `${(Math.abs(apartMs) / 1000).toFixed(1)} s apart and may be ${toleranceMs / 1000}: set both by NTP`,
  );
}
