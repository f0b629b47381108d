// A process of several-writers.test.ts; prints nothing on success.

import { samples } from '#contract-tests';
import type { ConnectionId } from '#core/ports';
import { openSqlite } from '../open-sqlite.ts';

const [filename = '', connectionId = '', name = '', times = '0'] = process.argv.slice(2);
const { storage, close } = await openSqlite({ filename, synchronous: 'normal' });
const plane = samples.samplePlane();
for (let i = 0; i < Number(times); i++) {
  const id = `evt_${name}_${i}` as ReturnType<typeof samples.sampleId<'evt'>>;
  const draft = { ...samples.sampleEvent(plane, connectionId as ConnectionId), id, identity: id };
  await storage.transaction(({ events }) => events.append([draft]));
  await storage.notifications.takeNew('hosted ledger', plane.organizationId, [id], new Date());
  await storage.operations.nextDueAt();
}
await close();
