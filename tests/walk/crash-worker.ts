// The real worker as a process of its own, but operations stop at the point that their metadata names, and say so.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { CorePorts, Operation, OperationType } from '#core';
import type { Json } from '#core/ports';
import { createLedgerGateway } from '../../adapters/ledger-http/index.ts';
import type { OperationEndings, OperationKinds } from '../../core/engine/operation-kind.ts';
import type { StepDone, Steps } from '../../core/engine/step-runner.ts';
import { createWorker } from '../../core/engine/worker-api.ts';
import type { LedgerGateway } from '../../core/ports/ledger-gateway.ts';
import { productWork } from '../../core/product-worker.ts';
import { withGateway } from '../../core/use-cases/testing/first-provider.ts';
import { compose } from '../../hosts/composition/compose.ts';
import { ledgerProfile } from '../../hosts/composition/ports.ts';
import { runHost } from '../../hosts/composition/run-host.ts';
import { startWorkerHost } from '../../hosts/worker/start-worker-host.ts';

/** Where operations without metadata stop, one at each point: `{ "connection.sync": ["begun", "kept invoices 2"] }`. */
const byType = JSON.parse(process.env['STOP_AT'] ?? '{}') as Readonly<Partial<Record<OperationType, string[]>>>;

/** A call that is held stays open until the worker is killed, however long a busy machine takes to hold the others. */
const heldBounds = { connectTimeoutMs: 60_000, responseTimeoutMs: 600_000, totalTimeoutMs: 600_000 };

/** SIGUSR2 lets everything go on. */
const released = Promise.withResolvers<void>();
process.on('SIGUSR2', () => released.resolve());

const current = new AsyncLocalStorage<{ readonly operation: Operation; readonly seen: Map<string, number> }>();

/** Where it is for the nth time, as `point n`; the first is `point` alone. */
async function at(point: string): Promise<void> {
  const running = current.getStore();
  if (!running) return;
  const { operation, seen } = running;
  const nth = (seen.get(point) ?? 0) + 1;
  seen.set(point, nth);
  const here = nth === 1 ? point : `${point} ${nth}`;
  const wanted = byType[operation.type] ?? [];
  const place = wanted.indexOf(here);
  if (operation.metadata['stop_at'] !== here && place < 0) return;
  if (place >= 0) wanted.splice(place, 1);
  process.stdout.write(`stopped ${operation.id} at ${here}\n`);
  await released.promise;
}

function stoppingSteps(steps: Steps): Steps {
  return {
    checkpoint: steps.checkpoint,
    step: async (name, work) => {
      const result = await steps.step(name, async () => {
        const done = await work();
        await at(`done ${name}`);
        return done;
      });
      await at(`kept ${name}`);
      return result;
    },
    advance: async <T extends Json>(name: string, work: (before: T | null) => Promise<StepDone<T>>): Promise<T> => {
      const result = await steps.advance<T>(name, async (before) => {
        const done = await work(before);
        await at(`done ${name}`);
        return done;
      });
      await at(`kept ${name}`);
      return result;
    },
  };
}

function stoppingKinds(kinds: OperationKinds): OperationKinds {
  const entries = Object.entries(kinds).map(([type, kind]) => {
    const stopping: typeof kind = ({ operation, lease, steps }) =>
      current.run({ operation, seen: new Map() }, async () => {
        await at('begun');
        const conclusion = await kind({ operation, lease, steps: stoppingSteps(steps) });
        await at('ending');
        return conclusion;
      });
    return [type, stopping];
  });
  return Object.fromEntries(entries) as OperationKinds;
}

/** In the transaction that ends the operation, when all of it is written and not committed. */
function stoppingEndings(endings: OperationEndings): OperationEndings {
  const entries = Object.entries(endings).map(([type, ending]) => [
    type,
    {
      ...ending,
      announce: async (...given: Parameters<typeof ending.announce>) => {
        await ending.announce(...given);
        const [, operation] = given;
        await current.run({ operation, seen: new Map() }, () => at('committing'));
      },
    },
  ]);
  return Object.fromEntries(entries) as OperationEndings;
}

/** When a record was read, around a write to the provider, when a receiver has answered, and after each round of a purge. */
function stoppingPorts({ sender, storage, ...ports }: CorePorts, gateway: LedgerGateway): CorePorts {
  const passing = async <T>(send: () => Promise<T>): Promise<T> => {
    await at('sending');
    const answer = await send();
    await at('answered');
    return answer;
  };
  const read: typeof gateway.read = async (...given) => {
    const record = await gateway.read(...given);
    await at('read');
    return record;
  };
  const post: typeof sender.send = async (...given) => {
    const answer = await sender.send(...given);
    await at('posted');
    return answer;
  };
  const { retention } = storage;
  const { allocate } = gateway;
  const purge: typeof retention.purge = async (...given) => {
    const cut = await retention.purge(...given);
    await at('purged');
    return cut;
  };
  return {
    ...withGateway(ports, {
      ...gateway,
      read,
      send: (...given) => passing(() => gateway.send(...given)),
      sendMany: (...given) => passing(() => gateway.sendMany(...given)),
      emailInvoice: (...given) => passing(() => gateway.emailInvoice(...given)),
      ...(allocate && { allocate: (...given) => passing(() => allocate(...given)) }),
    }),
    storage: { ...storage, retention: { ...retention, purge } },
    sender: { ...sender, send: post },
  };
}

await runHost(process.env, async (config, shutdown) => {
  const composition = await compose(config, 'worker', shutdown);
  const { clock } = composition.ports;
  const gateway = createLedgerGateway({ profile: ledgerProfile(config), clock, bounds: heldBounds });
  const ports = stoppingPorts(composition.ports, gateway);
  const work = productWork(ports);
  const table = { ...work, kinds: stoppingKinds(work.kinds), endings: stoppingEndings(work.endings) };
  const core = { ...composition.core, worker: createWorker(ports, table) };
  const host = await startWorkerHost(config, { ...composition, core });
  composition.log.warn('working', { slots: config.workerConcurrency });
  shutdown.add('the worker', host.close);
  return host.closeWithinMs;
});
