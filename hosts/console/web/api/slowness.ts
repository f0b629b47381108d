import { useLayoutEffect, useState } from 'preact/hooks';

const usualMs = 5_000;
const listeners = new Set<(isSlow: boolean) => void>();
let slow = 0;

function count(change: number): void {
  slow += change;
  for (const listener of listeners) listener(slow > 0);
}

/** Counts the request as slow from its sixth second until its answer comes. */
export async function noticingSlowness<T>(request: Promise<T>): Promise<T> {
  let isSlow = false;
  const timer = setTimeout(() => {
    isSlow = true;
    count(1);
  }, usualMs);
  try {
    return await request;
  } finally {
    clearTimeout(timer);
    if (isSlow) count(-1);
  }
}

/** Calls `heard` whenever requests become slow, and when none is any more. */
export function onSlowness(heard: (isSlow: boolean) => void): () => void {
  listeners.add(heard);
  return () => void listeners.delete(heard);
}

/** True while a request takes longer than usual. */
export function useSlowness(): boolean {
  const [isSlow, setSlow] = useState(slow > 0);
  useLayoutEffect(() => onSlowness(setSlow), []);
  return isSlow;
}
