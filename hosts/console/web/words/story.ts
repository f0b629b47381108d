// Lays a timeline's entries out as a waterfall: what lasted from when to when, inside of what.
import type { TimelineEntry } from '../api/wire.ts';
import { operationPart } from './operation-story.ts';
import { plural } from './quantity.ts';
import { inOrder, leaf, part, type StoryPart, told, waitNow, withWaits } from './story-part.ts';
import { kindLabels } from './timeline-kinds.ts';

/** Returns the outermost parts in order of time. */
export function storyOf(entries: readonly TimelineEntry[], now: number): readonly StoryPart[] {
  const end = Math.max(now, ...entries.map((entry) => told(entry).to));
  const keys = new Set(entries.map(keyOf));
  const inside = Map.groupBy(entries, (entry) => {
    const owner = ownerOf(entry);
    return keys.has(owner) ? owner : undefined;
  });
  const partOf = (entry: TimelineEntry): StoryPart => {
    const key = keyOf(entry);
    const own = key === undefined ? [] : (inside.get(key) ?? []);
    if (entry.kind === 'operation') return operationPart(entry, own, end);
    if (entry.kind === 'delivery') return deliveryPart(entry, own, end);
    return part({ ...told(entry), children: own.map(partOf) });
  };
  return inOrder((inside.get(undefined) ?? []).map(partOf));
}

/** Names an entry that others may be inside of. Requests have ids that callers choose. */
function keyOf({ kind, id, request_id, details }: TimelineEntry): string | undefined {
  if (kind === 'request') return `request ${request_id}`;
  const isOuter = kind === 'event' || kind === 'delivery' || (kind === 'operation' && details['phase'] === 'created');
  return isOuter && id !== null ? id : undefined;
}

/** The key of the entry that it is inside of, if that entry is there. */
function ownerOf({ kind, id, request_id, operation_id, details }: TimelineEntry): string | undefined {
  switch (kind) {
    case 'operation':
      return details['phase'] === 'created' ? undefined : (id ?? undefined);
    case 'attempt':
    case 'step':
      return operation_id ?? undefined;
    case 'provider_call':
      return operation_id ?? `request ${request_id}`;
    case 'delivery':
      return String(details['event_id']);
    case 'delivery_attempt':
      return id ?? undefined;
    default:
      return undefined;
  }
}

function deliveryPart(entry: TimelineEntry, attempts: readonly TimelineEntry[], now: number): StoryPart {
  const { state } = entry.details;
  const isRunning = state === 'queued' || state === 'running' || state === 'retrying';
  const children = [...withWaits(attempts.map(leaf))];
  if (isRunning && state !== 'running')
    children.push(waitNow(entry.details, children.at(-1)?.to ?? told(entry).from, now));
  const isFolded = attempts.length > 1 && !isRunning;
  return part({ ...told(entry), ...(isRunning ? { to: now } : {}), isRunning, isFolded, children });
}

const syncs = ['connection.sync', 'connection.reconcile', 'connection.follow'];

/** A sync reads a whole connection, so a record's own story has one line of it; one that failed keeps its steps. */
export function withBriefSyncs(parts: readonly StoryPart[]): readonly StoryPart[] {
  return parts.map((one) => {
    const { type, state } = one.entry?.details ?? {};
    const isBrief = one.kind === 'operation' && syncs.includes(String(type)) && state === 'succeeded';
    return isBrief ? { ...one, title: 'Read by a sync', children: [] } : one;
  });
}

/** Leaves out the hidden kinds; what is inside of them moves out. */
export function withoutKinds(parts: readonly StoryPart[], hidden: readonly string[]): readonly StoryPart[] {
  const shown = parts.flatMap((one) => {
    const children = withoutKinds(one.children, hidden);
    return hidden.includes(one.kind) ? children : [{ ...one, children }];
  });
  return inOrder(shown);
}

/** Returns the kinds of entries in the order of their first part, with their numbers. */
export function kindsOf(parts: readonly StoryPart[]): ReadonlyMap<StoryPart['kind'], number> {
  const counts = new Map<StoryPart['kind'], number>();
  const count = ({ kind, entry, children }: StoryPart): void => {
    if (entry) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    children.forEach(count);
  };
  parts.forEach(count);
  return counts;
}

/** Counts what is inside, such as `3 attempts`. */
export function insideWords({ children }: StoryPart): string {
  const counted = children.filter(({ kind }) => kind !== 'wait');
  const [first] = counted;
  if (first === undefined) return plural(children.length, 'wait');
  if (counted.some(({ kind }) => kind !== first.kind)) return plural(counted.length, 'part');
  const word = (kindLabels[first.kind] ?? first.kind).toLowerCase();
  return plural(counted.length, word, word.replace(/y$/, 'ie').concat('s'));
}
