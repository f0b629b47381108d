// A worker whose operations take some time each, as calls to others do; it tells how long the marked ones waited.
import { setTimeout as sleep } from 'node:timers/promises';
import { type OperationKind, succeeded } from '../../core/engine/operation-kind.ts';
import { nowMs } from './contender.ts';
import { openOurEngine } from './our-worker.ts';
import { serveParent } from './serve-parent.ts';

const [url = '', slots = '20', eachMs = '10'] = process.argv.slice(2);
const waits: number[] = [];

const kind: OperationKind = async ({ operation }) => {
  const at = Number(operation.input['at']);
  if (at > 0) waits.push(nowMs() - at);
  await sleep(Number(eachMs));
  return succeeded({ ok: true });
};

const engine = await openOurEngine(
  url,
  { 'webhook.deliver': kind, 'automation.invoice.record_payment': kind },
  Number(slots),
);

serveParent({
  start: async () => {
    await engine.start();
    return {};
  },
  waits: async () => ({ waits }),
  stop: async () => {
    await engine.stop();
    return {};
  },
  close: async () => {
    await engine.close();
    return {};
  },
});
