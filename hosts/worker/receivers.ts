// How endpoints answer, as this process sees it: those that do get many deliveries at once, all others one at a time.
import type { WebhookEndpointId } from '#core';

/** `known` answered lately; of a `stranger` nothing is known; one `suspect` last kept a delivery waiting for nothing. */
export type Standing = 'known' | 'stranger' | 'suspect';

export interface Receivers {
  /** A delivery goes there; how the receiver stood before it. */
  began(id: WebhookEndpointId): Standing;
  /** `answered`: well, or soon. */
  ended(id: WebhookEndpointId, answered: boolean): void;
  /** Those that may have several deliveries on their way, known and not silent: the latest to answer, so many. */
  answering(): readonly WebhookEndpointId[];
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
const rememberedMost = 5000;
/** More are not named: who is served now was the latest to answer. */
export const answeringMost = 100;

/** `nowMs` counts monotonically. Beside what is under way it remembers so many receivers; the longest known are forgotten. */
export function createReceivers(nowMs: () => number = () => performance.now()): Receivers {
  const busy = new Map<WebhookEndpointId, Receiver>();
  const knownUntilMs = new Map<WebhookEndpointId, number>();
  const suspects = new Set<WebhookEndpointId>();
  const standing = (id: WebhookEndpointId): Standing => {
    if (suspects.has(id)) return 'suspect';
    return (knownUntilMs.get(id) ?? 0) > nowMs() ? 'known' : 'stranger';
  };
  const isSilent = (receiver: Receiver | undefined): boolean =>
    receiver !== undefined && nowMs() - receiver.waitingSinceMs > silenceMs;
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
        if (knownUntilMs.size > rememberedMost) forgetFirst(knownUntilMs);
      } else {
        suspects.add(id);
        if (suspects.size > rememberedMost) forgetFirst(suspects);
      }
    },
    answering: () => {
      const found: WebhookEndpointId[] = [];
      for (const [id, untilMs] of [...knownUntilMs].reverse()) {
        if (found.length >= answeringMost || untilMs <= nowMs()) break;
        if (!isSilent(busy.get(id))) found.push(id);
      }
      return found;
    },
  };
}

function forgetFirst<K>(held: Map<K, unknown> | Set<K>): void {
  for (const first of held.keys()) {
    held.delete(first);
    return;
  }
}
