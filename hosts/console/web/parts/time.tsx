import { useEffect, useState } from 'preact/hooks';
import { exactTime, relativeTime } from '../words/relative-time.ts';

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

/** Says how long ago; hovering shows the exact time. */
export function Time({ at }: { readonly at: string | null }) {
  const now = useNow();
  if (at === null) return <span class="quiet">–</span>;
  const date = new Date(at);
  return (
    <time dateTime={at} title={exactTime(date)} class="time">
      {relativeTime(date, now)}
    </time>
  );
}
