// Ports of processes that are lost after their n-th call. A loss before a call equals one after the call before it, and a
// loss inside a transaction equals one before it, so neither is tried.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { gatewayOf, withGateway } from './first-provider.ts';

interface Process {
  calls: number;
  /** The last call that the process made. */
  at: string | undefined;
  readonly lost: PromiseWithResolvers<'lost'>;
}

const processes = new AsyncLocalStorage<Process>();

async function made(call: string): Promise<void> {
  const process = processes.getStore();
  if (!process) return;
  process.calls -= 1;
  if (process.calls > 0) return;
  process.at ??= call;
  process.lost.resolve('lost');
  await new Promise(() => {});
}

/** Lets the process die after any call of these methods. */
function mortal<Part extends object>(name: string, part: Part): Part {
  const calls = Object.entries(part).map(([method, call]) => [
    method,
    async (...given: unknown[]) => {
      const answer = await call(...given);
      await made(`${name}.${method}`);
      return answer;
    },
  ]);
  return Object.fromEntries(calls) as Part;
}

function mortalStores(stores: Stores): Stores {
  const all = Object.entries(stores).map(([name, store]) => [
    name,
    typeof store === 'object' ? mortal(name, store) : store,
  ]);
  return Object.fromEntries(all) as Stores;
}

export function mortalPorts(ports: CorePorts): CorePorts {
  const { storage, budget } = ports;
  const gateway = gatewayOf(ports);
  const { send, sendMany, emailInvoice, read, readMany, list, find, allocate, removeAllocation, remove } = gateway;
  const { listAttachments, attach, readHistory, addNote, passRead, passWrite } = gateway;
  const calls = mortal('gateway', {
    ...{ send, sendMany, emailInvoice, read, readMany, list, find },
    ...(allocate && { allocate }),
    ...(removeAllocation && { removeAllocation }),
    ...(remove && { remove }),
    ...(listAttachments && attach && { listAttachments, attach }),
    ...(readHistory && addNote && { readHistory, addNote }),
    ...(passRead && passWrite && { passRead, passWrite }),
  });
  return {
    ...withGateway(ports, calls),
    budget: { ...budget, ...mortal('budget', { acquire: budget.acquire }) },
    storage: {
      ...storage,
      ...mortalStores(storage),
      async transaction(work) {
        const stored = await storage.transaction(work);
        await made('the transaction');
        return stored;
      },
    },
  };
}

/**
 * Runs the work in a process that is lost after its n-th call; `at` names the call, `done` is set if the work ended before.
 */
export async function lostAt<T>(n: number, work: () => Promise<T>): Promise<{ at: string } | { done: T }> {
  const process: Process = { calls: n, at: undefined, lost: Promise.withResolvers() };
  const done = processes.run(process, work).then((value) => ({ value }));
  const ended = await Promise.race([done, process.lost.promise]);
  return ended === 'lost' ? { at: String(process.at) } : { done: ended.value };
}
