// A worker's process that is killed at any breath: at a read or write of the store, at a commit, at a call.

import type { CorePorts } from '../../core/ports/core-ports.ts';
import type { Stores } from '../../core/ports/storage.ts';
import { gatewayOf, withGateway } from '../../core/use-cases/testing/first-provider.ts';
import type { Death } from './history.ts';

class Killed extends Error {}

type Work<T> = () => Promise<T>;
type Breathe = <T>(work: Work<T>) => Promise<T>;

/** Ports that stop answering after `survives` calls; the last call is made in whole if `isDone`, else not at all. */
export function mortal(ports: CorePorts, { survives, isDone }: Death): CorePorts {
  const { storage, sender } = ports;
  const gateway = gatewayOf(ports);
  let left = survives ?? 0;
  let isDead = false;
  const breathe: Breathe = async (work) => {
    if (isDead) throw new Killed('dead');
    if (left > 0) {
      left -= 1;
      return work();
    }
    isDead = true;
    if (isDone) await work();
    throw new Killed('killed');
  };
  /** Counts the commit as a breath: the process is killed right before it, or after it, before the caller knows. */
  const lastsTo = (): boolean => {
    if (isDead) throw new Killed('dead before the commit');
    if (left > 0) {
      left -= 1;
      return false;
    }
    isDead = true;
    if (!isDone) throw new Killed('killed before the commit');
    return true;
  };
  const transaction: CorePorts['storage']['transaction'] = async (work) => {
    let isLast = false;
    if (isDead) throw new Killed('dead');
    const value = await storage.transaction(async (stores) => {
      const done = await work(breathing(stores, breathe));
      isLast = lastsTo();
      return done;
    });
    if (isLast) throw new Killed('killed after the commit');
    return value;
  };
  return {
    ...withGateway(ports, {
      read: (...asked) => breathe(() => gateway.read(...asked)),
      list: (...asked) => breathe(() => gateway.list(...asked)),
    }),
    storage: { ...storage, ...breathing(storage, breathe), transaction },
    sender: { ...sender, send: (...asked) => breathe(() => sender.send(...asked)) },
  };
}

/** The stores, each call a breath. */
function breathing(stores: Stores, breathe: Breathe): Stores {
  const wrapped = Object.entries(stores)
    .filter(([, store]) => typeof store === 'object')
    .map(([name, store]) => {
      const calls = Object.entries(store as Record<string, (...args: unknown[]) => Promise<unknown>>);
      const mortals = calls.map(([call, run]) => [call, (...args: unknown[]) => breathe(() => run(...args))]);
      return [name, Object.fromEntries(mortals)];
    });
  return Object.fromEntries(wrapped) as Stores;
}
