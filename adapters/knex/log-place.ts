/** How far a server's log was at the latest commit of this process, by the server's timeline. */
export interface LogPlace {
  /** The timeline that a connection has shown last; null before the first, and where the server has none. */
  timeline(): number | null;
  /** The position before the latest commit on the timeline; null if there was none. */
  position(timeline: number | null): number | null;
  /** Called when a connection shows another timeline than the last: a standby has become the primary. */
  onMove(listener: () => void): void;
}

export interface LogPlaceNotes extends LogPlace {
  note(timeline: number, position?: number): void;
}

export function createLogPlace(): LogPlaceNotes {
  let current: { timeline: number; position: number | null } | undefined;
  let earlier: typeof current;
  const listeners: (() => void)[] = [];
  return {
    timeline: () => current?.timeline ?? null,
    position: (timeline) => [current, earlier].find((one) => one?.timeline === timeline)?.position ?? null,
    onMove: (listener) => void listeners.push(listener),
    note(timeline, position) {
      // A connection to the former primary may answer late.
      if (current && timeline < current.timeline) return;
      if (current?.timeline === timeline) {
        if (position !== undefined) current.position = Math.max(current.position ?? 0, position);
        return;
      }
      const isMove = current !== undefined;
      earlier = current;
      current = { timeline, position: position ?? null };
      if (isMove) for (const listener of listeners) listener();
    },
  };
}
