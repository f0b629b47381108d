// `npm run bench soak -- --minutes 30`: a deployment under mixed load and random faults, watched for what grows.

import { soak } from '../tests/walk/soak.ts';
import { growth } from '../tests/walk/soak-watch.ts';
import { mochaGlobalTeardown as stopPostgres } from '../tools/test-setup.ts';

export async function benchSoak({ minutes = '30' }: { readonly minutes?: string | boolean | undefined }) {
  const seconds = Number(minutes) * 60;
  if (!(seconds > 0)) throw new Error('--minutes must be a number above 0');
  console.log(`\nSoak of ${minutes} minutes: two HTTP hosts, two workers, sandbox and receiver, on one PostgreSQL`);
  const report = await soak({
    seconds,
    connections: 40,
    disturbEveryMs: 2_000,
    say: (line) => console.log(`  ${line}`),
  });
  const { kept, samples, events, wrongAtLedger, wrongAtReceiver, wrongSequences, leftovers } = report;
  console.log('requests', kept.counts);
  console.log(
    `invoices ${kept.made.length}, automations ${kept.automated.length}, paid ${kept.paid.size}, events ${events}`,
  );
  console.log('wrong at the ledger', wrongAtLedger, 'at the receiver', wrongAtReceiver, 'sequences', wrongSequences);
  console.log('left over', leftovers);
  for (const what of ['rssMb', 'handles', 'databaseConnections'] as const) {
    console.log(`${what}: last third against the middle third ${growth(samples, what).toFixed(2)} x (bar 1.15)`);
  }
  await stopPostgres();
}
