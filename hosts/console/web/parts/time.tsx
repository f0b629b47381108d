import { useEffect, useState } from 'preact/hooks';
import { showUtc, useZone } from '../session/use-zone.ts';
import { exactTime, logTime, relativeTime } from '../words/relative-time.ts';

const tickMs = 5_000;
const listeners = new Set<(now: Date) => void>();
setInterval(() => {
  if (document.visibilityState === 'hidden') return;
  const now = new Date();
  for (const listener of listeners) listener(now);
}, tickMs);

/** The time, updated every few seconds from one clock for the whole page. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    listeners.add(setNow);
    return () => void listeners.delete(setNow);
  }, []);
  return now;
}

/** Says how long ago, hovering shows the exact time; where UTC was chosen, as logs say it. */
export function Time({ at }: { readonly at: string | null }) {
  const now = useNow();
  const { zone, isUtc } = useZone();
  if (at === null) return <span class="quiet">–</span>;
  const date = new Date(at);
  return (
    <time dateTime={at} title={exactTime(date, zone)} class="time">
      {isUtc ? logTime(date, now) : relativeTime(date, now, zone)}
    </time>
  );
}

/** Names the zone of all times, and switches them to UTC as logs show them, and back. */
export function ZoneSwitch() {
  const { zone, isUtc } = useZone();
  return (
    <p class="zone">
      <span title={zone}>Times in {zone}</span>
      <button
        type="button"
        class="button small"
        aria-pressed={isUtc}
        title="Times as logs show them, in UTC"
        onClick={() => showUtc(!isUtc)}
      >
        UTC
      </button>
    </p>
  );
}
