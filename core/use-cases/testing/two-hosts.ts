// Two hosts on one database; tests let their requests continue from one provider call to the next, in any order.

import { AsyncLocalStorage } from 'node:async_hooks';
import { type DatabaseForTests, databaseForTests } from '../../../contract-tests/testing/doubles.ts';
import type { Core } from '../../create-core.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerGateway } from '../../ports/ledger-gateway.ts';
import { gatewayOf, withGateway } from './first-provider.ts';
import { openService, type Service } from './service.ts';

/** Work that stops before it reads or finds at the provider, before and after it writes there, and whenever it waits. */
export class Actor<T = unknown> {
  outcome: PromiseSettledResult<T> | undefined;
  #go = () => {};
  #stopped = Promise.withResolvers<void>();

  constructor(work: () => Promise<T>) {
    void actors
      .run(this, () => Promise.allSettled([this.stop().then(work)]))
      .then(([outcome]) => {
        this.outcome = outcome;
        this.#stopped.resolve();
      });
  }

  stop(): Promise<void> {
    this.#stopped.resolve();
    return new Promise((resolve) => {
      this.#go = resolve;
    });
  }

  /** Runs to the next stop, or to the end. */
  async step(): Promise<void> {
    if (this.outcome) return;
    this.#stopped = Promise.withResolvers();
    this.#go();
    await this.#stopped.promise;
  }
}

const actors = new AsyncLocalStorage<Actor>();
const stop = async () => actors.getStore()?.stop();
const stepsMax = 400;

/** Runs all actors to their ends: first in `order`, then in turns. */
export async function play(order: readonly number[], ...all: readonly Actor[]): Promise<void> {
  for (const index of order) await all[index]?.step();
  for (let steps = 0; all.some(({ outcome }) => !outcome); steps++) {
    if (steps > stepsMax) throw new Error('the actors do not end');
    for (const actor of all) await actor.step();
  }
}

/** Every order in which two actors can make `a` and `b` steps. */
export function ordersOf(a: number, b: number): readonly (readonly number[])[] {
  if (a === 0 && b === 0) return [[]];
  const first = a > 0 ? ordersOf(a - 1, b).map((rest) => [0, ...rest]) : [];
  const second = b > 0 ? ordersOf(a, b - 1).map((rest) => [1, ...rest]) : [];
  return [...first, ...second];
}

/** Stops before the work and after it. */
function between<Args extends readonly unknown[]>(work: (...args: Args) => Promise<void>) {
  return async (...args: Args): Promise<void> => {
    await stop();
    await work(...args);
    await stop();
  };
}

function stopping(ports: CorePorts): CorePorts {
  const { clock } = ports;
  const gateway = gatewayOf(ports);
  const calls: Partial<LedgerGateway> = {
    async find(...call) {
      await stop();
      return gateway.find(...call);
    },
    async read(...call) {
      await stop();
      return gateway.read(...call);
    },
    async send(...call) {
      await stop();
      const record = await gateway.send(...call);
      await stop();
      return record;
    },
    ...(gateway.allocate && { allocate: between(gateway.allocate) }),
  };
  return {
    ...withGateway(ports, calls),
    clock: {
      now: clock.now,
      wait: (milliseconds) => (actors.getStore() ? stop() : clock.wait(milliseconds)),
    },
  };
}

export interface TwoHosts {
  readonly service: Service;
  readonly hosts: readonly [Core, Core];
  close(): Promise<void>;
}

/** Uses the given database, else a new SQLite. `wrap` is put between both hosts and their ports, beneath the stops. */
export async function openTwoHosts(
  given?: DatabaseForTests,
  wrap: (ports: CorePorts) => CorePorts = (plain) => plain,
): Promise<TwoHosts> {
  const both = (ports: CorePorts) => stopping(wrap(ports));
  const database = given ?? (await databaseForTests('SQLite'));
  const service = await openService({ open: database.open, wrap: both });
  return {
    service,
    hosts: [service.core, await service.another(both)],
    async close() {
      await service.close();
      if (given === undefined) await database.close();
    },
  };
}
