import { setTimeout as pause } from 'node:timers/promises';
import { meant } from '../../core/domain/near-word.ts';
import { Failure, type Given, UsageError, type World } from './command.ts';
import { anyConnection, type EventName, eventNames, happenings } from './happenings.ts';
import { columns } from './help.ts';
import type { StoredEvent } from './news.ts';
import { sandboxOf } from './sandbox.ts';
import { polling, type Service, serviceOf } from './service.ts';

const everyMs = 250;
/** Asks after this many looks, which take a second, whether work waits. */
const waitsEvery = 4;

export async function trigger(given: Given, world: World): Promise<void> {
  if (given.flag('list')) return world.out(columns(eventNames.map((name) => [name, happenings[name].does])));
  const name = eventNamed(given.words[0]);
  const waitSeconds = given.whole('wait', 60, 600);
  const service = serviceOf(given, world);
  const sandbox = sandboxOf(service);
  const afterMs = await serviceTime(service);
  const isIt = await happenings[name].act({ service, sandbox, connection: () => anyConnection(service, sandbox) });
  const untilMs = performance.now() + waitSeconds * 1000;
  const event = await announced(service, { name, afterMs, untilMs, isIt, onWait: () => world.err(budgetWait) });
  if (!event) throw new Failure(`${name} was not announced within ${waitSeconds} s: does the service have a worker?`);
  world.out(given.flag('json') ? JSON.stringify(event) : JSON.stringify(event, null, 2));
}

function eventNamed(name: string | undefined): EventName {
  if (name === undefined) throw new UsageError('name one event; --list names them all');
  const found = eventNames.find((one) => one === name);
  if (found !== undefined) return found;
  throw new UsageError(`there is no event ${name}${meant(name, eventNames) || '; --list names them all'}`);
}

/** The newest event's time, because this machine's clock may be off. */
async function serviceTime({ api }: Service): Promise<number> {
  const { items } = await api.events.list({ limit: 1, ...polling() }).page();
  return items[0] ? Date.parse(items[0].created_at) - 1 : 0;
}

interface Sought {
  readonly name: EventName;
  readonly afterMs: number;
  readonly untilMs: number;
  readonly isIt: (event: StoredEvent) => boolean;
  /** Called once, if work in the queue waits for the provider's budget. */
  readonly onWait: () => void;
}

const budgetWait = 'The calls that the provider allows in a minute are used up: waiting for more';

async function announced({ api }: Service, { name, afterMs, untilMs, isIt, onWait }: Sought) {
  const filter = { type: name, created_after: new Date(afterMs).toISOString(), limit: 100 };
  let isToldOf = false;
  for (let asked = 1; asked === 1 || performance.now() < untilMs; asked++) {
    const { items } = await api.events.list({ ...filter, ...polling() }).page();
    const found = items.find((event) => event.data !== null && isIt(event as StoredEvent));
    if (found) return found as StoredEvent;
    if (!isToldOf && asked % waitsEvery === 0) {
      const queued = await api.operations.list({ state: 'queued', limit: 100, ...polling() }).page();
      isToldOf = queued.items.some(({ waiting_for }) => waiting_for === 'provider_budget');
      if (isToldOf) onWait();
    }
    await pause(everyMs);
  }
  return undefined;
}
