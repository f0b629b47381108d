// Finds the write to which each element of a bulk answer belongs.
import { isJsonObject, type Json, type JsonObject } from '#core/ports';

/** What is known about the writes of a call, by their positions, and about the elements of its answer. */
export interface PairedCall {
  readonly count: number;
  /** True if the element may be the answer to the write at this place. */
  fits(place: number, element: JsonObject): boolean;
  /** Of two writes that an element fits, the longer is the better: the other leaves out a field that any value fits. */
  lengthOf(place: number): number;
  /** The id of the record that the element tells of; undefined if it tells of none. */
  idOf(element: JsonObject): string | undefined;
  isRefused(element: JsonObject): boolean;
}

interface Told {
  readonly place: number;
  readonly element: JsonObject;
  /** The places of the writes that it fits, the best first. */
  readonly fitting: readonly number[];
}

/**
 * Returns the element of each write; null if the answer has none for it. The provider does not promise to keep the order, to
 * answer every write, or to answer it once. A record's id counts once, and not at all if elements with this id fit different
 * writes. If the answer has as many elements as there were writes, elements that fit no write go to the writes at their
 * positions if all other elements are at theirs; and a single such element goes to the only write that is left.
 */
export function pairElements(call: PairedCall, answer: readonly Json[]): readonly (JsonObject | null)[] {
  const elements = answer.filter(isJsonObject);
  const isWhole = elements.length === call.count && answer.length === call.count;
  if (isWhole && isInOrder(call, elements)) return elements;
  const told = onceEach(call, elements);
  const pairs = bestPairs(told);
  const found = Array.from({ length: call.count }, (_, place) => pairs.get(place)?.element ?? null);
  if (!isWhole || told.length < call.count) return found;
  const paired = new Set(pairs.values());
  const left = told.filter((one) => !paired.has(one));
  // An element that fits only a write that another element took is a second answer to that write.
  if (left.some(({ fitting }) => fitting.length > 0)) return found;
  const isInPlace = [...pairs].every(([place, one]) => one.place === place);
  if (isInPlace || left.length === 1)
    for (const one of left) found[isInPlace ? one.place : found.indexOf(null)] = one.element;
  return found;
}

function isInOrder(call: PairedCall, elements: readonly JsonObject[]): boolean {
  const ids = elements.flatMap((element) => call.idOf(element) ?? []);
  return new Set(ids).size === ids.length && elements.every((element, place) => call.fits(place, element));
}

/** Leaves one element of each record, and none of a record of which they tell different things. */
function onceEach(call: PairedCall, elements: readonly JsonObject[]): readonly Told[] {
  const places = Array.from({ length: call.count }, (_, place) => place);
  const told = elements.map((element, place): Told => {
    const fitting = places.filter((candidate) => call.fits(candidate, element));
    const nearness = (candidate: number) => Math.abs(candidate - place);
    return {
      place,
      element,
      fitting: fitting.toSorted((a, b) => call.lengthOf(b) - call.lengthOf(a) || nearness(a) - nearness(b)),
    };
  });
  const byId = Map.groupBy(told, ({ element }) => call.idOf(element));
  const meaning = ({ element, fitting }: Told) => `${call.isRefused(element)} ${fitting.toSorted()}`;
  return told.filter((one) => {
    const id = call.idOf(one.element);
    const [first, ...twins] = (id !== undefined && byId.get(id)) || [one];
    if (twins.length === 0) return true;
    return first === one && twins.every((twin) => meaning(twin) === meaning(one));
  });
}

/** Pairs as many elements as possible with a write that each fits, by place; earlier ones move if that makes room. */
function bestPairs(told: readonly Told[]): ReadonlyMap<number, Told> {
  const pairs = new Map<number, Told>();
  const place = (one: Told, tried: Set<number>): boolean =>
    one.fitting.some((candidate) => {
      if (tried.has(candidate)) return false;
      tried.add(candidate);
      const holder = pairs.get(candidate);
      if (holder && !place(holder, tried)) return false;
      pairs.set(candidate, one);
      return true;
    });
  for (const one of told) place(one, new Set());
  return pairs;
}
