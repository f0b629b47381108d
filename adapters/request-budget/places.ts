// Places for calls in flight, by lane: a lane may use its own and those of the lanes below it, never those above.
import { type BudgetLimits, inFlightShare, type Lane } from '#core';
import { type ByLane, noPlaces } from './budget-state.ts';

/** Each lane with those below it. */
const upTo: Readonly<Record<Lane, readonly Lane[]>> = {
  sync: ['sync'],
  automation: ['automation', 'sync'],
  interactive: ['interactive', 'automation', 'sync'],
};
const lanesUpwards: readonly Lane[] = ['sync', 'automation', 'interactive'];

export function allPlaces(places: ByLane): number {
  return below(places, 'interactive');
}

export function plus(a: ByLane, b: ByLane): ByLane {
  return {
    interactive: a.interactive + b.interactive,
    automation: a.automation + b.automation,
    sync: a.sync + b.sync,
  };
}

export function oneMore(places: ByLane, lane: Lane): ByLane {
  return { ...places, [lane]: places[lane] + 1 };
}

/** Whether calls so running find a place each. */
export function fits(running: ByLane, places: ByLane): boolean {
  return lanesUpwards.every((lane) => below(running, lane) <= below(places, lane));
}

/** At least one, or a lane of a very small budget could never call. */
function most(limits: BudgetLimits, lane: Lane): number {
  return Math.max(1, Math.floor(limits.inFlight * inFlightShare[lane]));
}

/** Whether all processes together stay within every lane's share. */
export function allowed(limits: BudgetLimits, everybody: ByLane): boolean {
  return lanesUpwards.every((lane) => below(everybody, lane) <= most(limits, lane));
}

/** Whether one place at most is left, or for some lane none. */
export function exhausted(limits: BudgetLimits, everybody: ByLane): boolean {
  return (
    allPlaces(everybody) >= limits.inFlight - 1 ||
    lanesUpwards.some((lane) => below(everybody, lane) >= most(limits, lane))
  );
}

/** Own places grown until so many further calls of the lane fit, or as far as the others' places let them grow. */
export function grown(
  own: ByLane,
  running: ByLane,
  others: ByLane,
  limits: BudgetLimits,
  ask: { readonly lane: Lane; readonly places: number },
): ByLane {
  const wanted = { ...running, [ask.lane]: running[ask.lane] + ask.places };
  let places = own;
  for (let added = 0; added < ask.places && !fits(wanted, places); added++) {
    const next = oneMore(places, ask.lane);
    if (!allowed(limits, plus(next, others))) break;
    places = next;
  }
  return places;
}

export function atLeast(places: ByLane, running: ByLane): ByLane {
  let covering = places;
  for (const lane of lanesUpwards) {
    while (below(running, lane) > below(covering, lane)) covering = oneMore(covering, lane);
  }
  return covering;
}

export function sumPlaces(each: readonly ByLane[]): ByLane {
  return each.reduce(plus, noPlaces);
}

function below(places: ByLane, lane: Lane): number {
  let count = 0;
  for (const one of upTo[lane]) count += places[one];
  return count;
}
