/** How far a server's log was at the latest commit of this process, by the server's timeline. */
export interface LogPlace {
  /** False once a server has refused to tell its position, as some hosted ones do. Only beats then show a loss. */
  readonly isTold: boolean;
  /** The position before the latest commit on the timeline; null if there was none. */
  position(timeline: number | null): number | null;
  /** Calls it when a connection shows a timeline that none has shown before: a standby has become the primary. */
  onMove(listener: () => void): void;
}

export interface LogPlaceNotes extends LogPlace {
  note(timeline: number, position?: number): void;
  refused(): void;
}

export function createLogPlace(): LogPlaceNotes {
  let current: { timeline: number; position: number | null } | undefined;
  let earlier: typeof current;
  let isTold = true;
  const listeners: (() => void)[] = [];
  return {
    get isTold() {
      return isTold;
    },
    refused() {
      isTold = false;
    },
    position: (timeline) => [current, earlier].find((one) => one?.timeline === timeline)?.position ?? null,
    onMove: (listener) => void listeners.push(listener),
    note(timeline, position) {
      // A connection to the former primary may answer late.
      const known = [current, earlier].find((one) => one?.timeline === timeline);
      if (known) {
        if (position !== undefined) known.position = Math.max(known.position ?? 0, position);
        return;
      }
      const isMove = current !== undefined;
      earlier = current;
      current = { timeline, position: position ?? null };
      if (isMove) for (const listener of listeners) listener();
    },
  };
}
