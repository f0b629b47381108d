/** One connection of a pool, as its fellows know it. */
export interface Fellow {
  /** The server that it leads to; undefined where nobody can say, as behind a pooler. */
  readonly server: ServerPlace | undefined;
  /** By `performance.now()`; the server has answered it last then. */
  answeredAtMs(): number;
  isIdle(): boolean;
  /** Ends it; what waits for its answer fails. */
  lose(): void;
}

/** `timeline` rises by one when a standby becomes the primary; null on a standby. */
export interface ServerPlace {
  readonly system: string;
  readonly timeline: number | null;
}

export type Fellows = ReturnType<typeof createFellows>;

/** For so long a primary counts as there after it was last seen. */
const seenMs = 10_000;

/** What the connections of one pool learn from each other: that the server is silent, or that it is a former primary. */
export function createFellows(nowMs: () => number = () => performance.now()) {
  const all = new Set<Fellow>();
  let latest: { readonly system: string; readonly timeline: number; seenAtMs: number } | undefined;
  return {
    /**
     * Keeps a new connection. One that leads to a later primary ends those to the former one, whose answers are worth nothing
     * and which another primary's standbys do not have.
     */
    add(fellow: Fellow): void {
      all.add(fellow);
      const { system, timeline } = fellow.server ?? {};
      if (system === undefined || typeof timeline !== 'number') return;
      const isMove = latest?.system !== system || timeline > latest.timeline;
      if (!isMove && timeline !== latest?.timeline) return;
      latest = { system, timeline, seenAtMs: nowMs() };
      if (!isMove) return;
      for (const { server, lose } of [...all]) {
        if (server?.system === system && (server.timeline ?? 0) < timeline) lose();
      }
    },
    remove: (fellow: Fellow): void => void all.delete(fellow),
    /** Whether a server at this timeline is a former primary: a later one was seen within the last ten seconds. */
    isFormer(timeline: number | null, system = latest?.system): boolean {
      if (!latest || timeline === null || system !== latest.system) return false;
      if (timeline === latest.timeline) latest.seenAtMs = nowMs();
      return timeline < latest.timeline && nowMs() - latest.seenAtMs < seenMs;
    },
    /**
     * A statement that was sent at `sinceMs` had no answer in its time. Idle connections that have heard nothing since then
     * are ended, because each would keep the next caller waiting for as long.
     */
    silent(sinceMs: number): void {
      for (const fellow of [...all]) if (fellow.isIdle() && fellow.answeredAtMs() <= sinceMs) fellow.lose();
    },
  };
}

/**
 * Opens connections with `open`. After one has failed they are tried one at a time, each try for all that wait, until one
 * succeeds: a server that comes back is not met by every waiting request at once.
 */
export function oneByOneWhileFailing<T>(open: () => Promise<T>): () => Promise<T> {
  let isFailing = false;
  let trying: Promise<unknown> | undefined;
  return async () => {
    if (isFailing && trying) await trying;
    const opened = open();
    trying = opened;
    return opened.then(
      (value) => {
        isFailing = false;
        return value;
      },
      (error: unknown) => {
        isFailing = true;
        if (trying === opened) trying = undefined;
        throw error;
      },
    );
  };
}
