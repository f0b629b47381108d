// How endpoints answer, as this process sees it: those that keep their deliveries waiting get them one at a time.
import type { WebhookEndpointId } from '#core';

/** `known` answered lately; of a `stranger` nothing is known; one `suspect` last kept a delivery waiting for nothing. */
export type Standing = 'known' | 'stranger' | 'suspect';

export interface Receivers {
  /** A delivery goes there; how the receiver stood before it. */
  began(id: WebhookEndpointId): Standing;
  /** `answered`: well, or soon. */
  ended(id: WebhookEndpointId, answered: boolean): void;
  /** Those that may have no second delivery on its way: strangers and silent ones with one, and all suspects. */
  singly(): readonly WebhookEndpointId[];
}

interface Receiver {
  underWay: number;
  /** Since the first of what is under way, or since the last answer. */
  waitingSinceMs: number;
}

/** No answer for so long, while something is under way, is silence. */
export const silenceMs = 250;
/** Who answered is known for so long. */
const knownMs = 60_000;
const knownMost = 5000;
export const suspectsMost = 1000;

/** `nowMs` counts monotonically. Beside what is under way it remembers so many receivers; the longest known are forgotten. */
export function createReceivers(nowMs: () => number = () => performance.now()): Receivers {
  const busy = new Map<WebhookEndpointId, Receiver>();
  const knownUntilMs = new Map<WebhookEndpointId, number>();
  const suspects = new Set<WebhookEndpointId>();
  const standing = (id: WebhookEndpointId): Standing => {
    if (suspects.has(id)) return 'suspect';
    return (knownUntilMs.get(id) ?? 0) > nowMs() ? 'known' : 'stranger';
  };
  const isSilent = ({ waitingSinceMs }: Receiver): boolean => nowMs() - waitingSinceMs > silenceMs;
  return {
    began: (id) => {
      const receiver = busy.get(id) ?? { underWay: 0, waitingSinceMs: nowMs() };
      receiver.underWay += 1;
      busy.set(id, receiver);
      return standing(id);
    },
    ended: (id, answered) => {
      const receiver = busy.get(id);
      if (receiver) receiver.underWay -= 1;
      if (receiver?.underWay === 0) busy.delete(id);
      knownUntilMs.delete(id);
      suspects.delete(id);
      if (answered) {
        if (receiver) receiver.waitingSinceMs = nowMs();
        knownUntilMs.set(id, nowMs() + knownMs);
        if (knownUntilMs.size > knownMost) forgetFirst(knownUntilMs);
      } else {
        suspects.add(id);
        if (suspects.size > suspectsMost) forgetFirst(suspects);
      }
    },
    singly: () => {
      const waiting = [...busy].filter(([id, receiver]) => standing(id) === 'stranger' || isSilent(receiver));
      return [...new Set([...suspects, ...waiting.map(([id]) => id)])];
    },
  };
}

function forgetFirst<K>(held: Map<K, unknown> | Set<K>): void {
  for (const first of held.keys()) {
    held.delete(first);
    return;
  }
}
