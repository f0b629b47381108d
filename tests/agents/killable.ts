// A host that ends in this process as SIGKILL ends one: from one moment on, nothing that it does reaches its ports.

import type { CorePorts } from '../../core/ports/core-ports.ts';
import { gatewayOf, withGateway } from '../../core/use-cases/testing/first-provider.ts';

export interface Life {
  wrap(ports: CorePorts): CorePorts;
  end(): void;
}

export function lifeOf(): Life {
  let isOver = false;
  const orNever = async () => {
    // The process that waits for it is gone.
    if (isOver) await new Promise(() => {});
  };
  /** What answers at once reaches nothing beyond its process. */
  const unlessEnded = (call: () => unknown): unknown => {
    if (isOver) return orNever();
    const answer = call();
    return answer instanceof Promise ? answer.then((value) => orNever().then(() => value)) : answer;
  };
  const mortal = <Part extends object>(part: Part): Part =>
    Object.fromEntries(
      Object.entries(part).map(([name, call]) =>
        typeof call === 'function' ? [name, (...given: unknown[]) => unlessEnded(() => call(...given))] : [name, call],
      ),
    ) as Part;
  const wrap: Life['wrap'] = (ports) => {
    const { storage, clock, journal, requestJournal, meter } = ports;
    const stores = Object.entries(storage).map(([name, store]) => [
      name,
      typeof store === 'object' && store !== null ? mortal(store) : store,
    ]);
    const sending = withGateway(ports, mortal(gatewayOf(ports)));
    // What is journalled without being waited for must not fail when the database is closed.
    const unlessOver = <Given extends unknown[]>(work: (...given: Given) => void) => {
      return (...given: Given) => {
        if (!isOver) work(...given);
      };
    };
    return {
      ...sending,
      journal: { ...journal, record: unlessOver(journal.record) },
      requestJournal: { ...requestJournal, record: unlessOver(requestJournal.record) },
      meter: { ...meter, count: unlessOver(meter.count) },
      clock: {
        ...clock,
        async wait(milliseconds) {
          await clock.wait(milliseconds);
          await orNever();
        },
      },
      storage: {
        ...storage,
        ...(Object.fromEntries(stores) as typeof storage),
        async transaction(work) {
          await orNever();
          const stored = await storage.transaction(work);
          await orNever();
          return stored;
        },
      },
    };
  };
  return {
    wrap,
    end() {
      isOver = true;
    },
  };
}
