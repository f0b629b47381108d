import { useEffect, useState } from 'preact/hooks';

const keptAs = 'ledgerport.utc';
const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const listeners = new Set<(isUtc: boolean) => void>();

export interface Zone {
  /** As the IANA calls it. */
  readonly zone: string;
  /** True where a person chose UTC; times are then shown as logs show them. */
  readonly isUtc: boolean;
}

/** The zone of all times on the pages: the browser's own, or UTC. */
export function useZone(): Zone {
  const [isUtc, setUtc] = useState(kept);
  useEffect(() => {
    listeners.add(setUtc);
    return () => void listeners.delete(setUtc);
  }, []);
  return { zone: isUtc ? 'UTC' : own, isUtc };
}

/** Changes all times at once, and remembers it for other pages and later. */
export function showUtc(isUtc: boolean): void {
  try {
    localStorage.setItem(keptAs, String(isUtc));
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  for (const listener of listeners) listener(isUtc);
}

function kept(): boolean {
  try {
    return localStorage.getItem(keptAs) === 'true';
  } catch {
    return false;
  }
}

// Another tab chose.
addEventListener('storage', ({ key }) => {
  if (key === keptAs) for (const listener of listeners) listener(kept());
});
