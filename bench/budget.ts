// `npm run bench budget`: calls that changes of one connection cost at the provider's real limits, and the time to announce.
import { openBusyBooks } from '../tests/many-changes/busy-books.ts';
import { largeLoads, loads, measure, timedLoads } from '../tests/many-changes/loads.ts';
import { bar } from './bars.ts';
import { type Row, table } from './measure.ts';

const providerMs = 300;

export async function benchBudget(): Promise<void> {
  const busy = await openBusyBooks({ providerMs, waits: 'really' });
  const rows: Row[] = [];
  for (const load of [...largeLoads, ...loads, ...timedLoads]) {
    const { name, callsMost, secondsMost } = load;
    const { calls, seconds } = await measure(busy, load);
    rows.push([name, calls, secondsMost ? seconds : '']);
    bar(`${name}: calls`, calls, { most: callsMost });
    if (secondsMost) bar(`${name}: seconds until announced`, seconds, { most: secondsMost });
  }
  table(`One connection; the provider answers in ${providerMs} ms`, ['load', 'calls', 'seconds'], rows);
  await busy.close();
}
