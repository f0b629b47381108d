import type { CorePorts } from '../../ports/core-ports.ts';

/** Load balancers ask about every second, and each probe writes to the disk. */
const probeEverySeconds = 5;

/**
 * True if the database answers, which each call asks, takes writes, which is tried every few seconds, and has kept what was
 * seen of it.
 */
export function isReady(ports: CorePorts) {
  const takesWrites = writeProbe(ports);
  const succeeds = async (what: string, asked: Promise<void>): Promise<boolean> => {
    try {
      await asked;
      return true;
    } catch (error) {
      ports.log.warn(what, { error: error instanceof Error ? error.message : String(error) });
      return false;
    }
  };
  return async (): Promise<boolean> =>
    ports.databaseWatch?.state() !== 'went_back' &&
    (await succeeds('the database does not answer', ports.storage.ping())) &&
    (await succeeds('the database takes no writes', takesWrites()));
}

/** Makes one probe at a time and repeats its result while that is fresh. */
function writeProbe({ storage, clock }: CorePorts) {
  let probe: Promise<void> | undefined;
  let endedAt: number | undefined;
  return (): Promise<void> => {
    const isOld = endedAt !== undefined && Math.abs(clock.now().getTime() - endedAt) >= probeEverySeconds * 1000;
    if (probe && !isOld) return probe;
    endedAt = undefined;
    probe = storage.probeWrite().finally(() => {
      endedAt = clock.now().getTime();
    });
    return probe;
  };
}
