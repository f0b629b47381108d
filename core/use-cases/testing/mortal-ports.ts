// Ports of processes that are lost at their n-th moment: before or after any call that they make.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';

interface Process {
  moments: number;
  /** What the process was about to do, or had done. */
  at: string | undefined;
  readonly lost: PromiseWithResolvers<'lost'>;
}

const processes = new AsyncLocalStorage<Process>();

/** Rolls a transaction back, as the end of its process does. */
class Lost extends Error {}

const forever = () => new Promise<never>(() => {});

async function pass(moment: string, isInTransaction: boolean): Promise<void> {
  const process = processes.getStore();
  if (!process) return;
  process.moments -= 1;
  if (process.moments > 0) return;
  process.at ??= moment;
  process.lost.resolve('lost');
  if (isInTransaction) throw new Lost();
  await forever();
}

/** Makes those methods of a port mortal that are calls to the world. */
function mortal<Part extends object>(name: string, part: Part, isInTransaction = false): Part {
  const calls = Object.entries(part).map(([method, call]) => [
    method,
    async (...given: unknown[]) => {
      await pass(`before ${name}.${method}`, isInTransaction);
      const answer = await call(...given);
      await pass(`after ${name}.${method}`, isInTransaction);
      return answer;
    },
  ]);
  return Object.fromEntries(calls) as Part;
}

function mortalStores(stores: Stores, isInTransaction: boolean): Stores {
  const all = Object.entries(stores).map(([name, store]) => [
    name,
    typeof store === 'object' ? mortal(name, store, isInTransaction) : store,
  ]);
  return Object.fromEntries(all) as Stores;
}

export function mortalPorts(ports: CorePorts): CorePorts {
  const { storage, gateway, budget } = ports;
  const { send, emailInvoice, read, list, find } = gateway;
  return {
    ...ports,
    budget: { ...budget, ...mortal('budget', { acquire: budget.acquire }) },
    gateway: { ...gateway, ...mortal('gateway', { send, emailInvoice, read, list, find }) },
    storage: {
      ...storage,
      ...mortalStores(storage, false),
      async transaction(work) {
        await pass('before the transaction', false);
        const stored = await storage
          .transaction((stores) => work(mortalStores(stores, true)))
          .catch((error: unknown) => (error instanceof Lost ? forever() : Promise.reject(error)));
        await pass('after the transaction', false);
        return stored;
      },
    },
  };
}

/**
 * Runs the work in a process that is lost at its n-th moment; `at` names the call, `done` holds the result of work that
 * ended before.
 */
export async function lostAt<T>(n: number, work: () => Promise<T>): Promise<{ at: string } | { done: T }> {
  const process: Process = { moments: n, at: undefined, lost: Promise.withResolvers() };
  const done = processes.run(process, work).then((value) => ({ value }));
  const ended = await Promise.race([done, process.lost.promise]);
  return ended === 'lost' ? { at: String(process.at) } : { done: ended.value };
}
