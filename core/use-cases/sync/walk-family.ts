import { NotStorable, ServiceError } from '../../domain/errors.ts';
import { placeAt } from '../../domain/list-place.ts';
import type { OperationStep } from '../../domain/operation.ts';
import type { Steps } from '../../engine/step-runner.ts';
import { keepPart, partsOf } from './keep-page.ts';
import { createPageReader, type PageReader } from './page-reader.ts';
import type { PageWork, SyncPorts, Walk } from './page-work.ts';
import { noteSkipped, withoutUnstorable } from './skip-unstorable.ts';
import { familyWalks } from './sync-families.ts';
import { firstCheckpoint, type WalkCheckpoint } from './walk-checkpoint.ts';

/** Far beyond any books: a list that does not end is the provider's mistake. */
const pagesMax = 100_000;

/**
 * Walks one family to its end, from where an earlier attempt got to. One step holds the place; each commit moves it
 * together with all that the page gave rise to, so that a crash repeats nothing and loses nothing. At no time is more
 * held than one page and the next one, which is fetched meanwhile.
 */
export async function walkFamily(ports: SyncPorts, steps: Steps, walk: Walk): Promise<WalkCheckpoint> {
  const kept = checkpointIn(walk.operation.steps, walk.type);
  if (kept?.place === null) return kept;
  const first = kept ?? firstCheckpoint(await sinceOf(ports, walk), ports.clock.now());
  const reader = createPageReader(ports, walk);
  try {
    for (let page = 0; page < pagesMax; page++) {
      const now = await walkPage(ports, steps, walk, first, reader);
      if (now.place === null) return now;
    }
  } finally {
    await reader.idle();
  }
  throw new ServiceError('PROVIDER_ERROR', `the provider's list of ${walk.type} does not end`);
}

function checkpointIn(steps: readonly OperationStep[], name: string): WalkCheckpoint | undefined {
  const step = steps.find((known) => known.name === name);
  return (step?.result as WalkCheckpoint | null | undefined) ?? undefined;
}

/** Whoever wants every invoice told has them all read; a family without a cursor was never walked to its end. */
async function sinceOf({ storage }: SyncPorts, { connection, type, emitsSnapshots }: Walk): Promise<Date | null> {
  if (familyWalks[type] === 'whole' || (type === 'invoices' && emitsSnapshots)) return null;
  const cursor = await storage.syncCursors.find(connection.id, type);
  return cursor?.readFrom ?? null;
}

/** The page is read in the first commit's step, so that what goes wrong with it stands there. */
async function walkPage(
  ports: SyncPorts,
  steps: Steps,
  walk: Walk,
  first: WalkCheckpoint,
  reader: PageReader,
): Promise<WalkCheckpoint> {
  let work: PageWork | undefined;
  for (let index = 0; ; index++) {
    let isLast = false;
    const keep = () =>
      steps.advance<WalkCheckpoint>(walk.type, async (before) => {
        const from = before ?? first;
        work ??= await reader.read(from.place ?? placeAt(null));
        const part = partsOf(work)[index] ?? { told: [], isLast: true };
        isLast = part.isLast;
        return keepPart(ports, walk, from, work, part);
      });
    const now = await keep().catch(async (error: unknown) => {
      if (!(error instanceof NotStorable) || !work) throw error;
      work = await withoutUnstorable(ports, walk, work);
      return keep();
    });
    if (work && work.told.length > 0) ports.wakeUp.signal();
    if (isLast && work) await noteSkipped(ports, walk, work);
    if (isLast) return now;
  }
}
