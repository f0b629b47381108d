/** One timer that calls `ring` at the earliest requested time; it never keeps a process alive. */
const maxWaitMs = 60_000;

export function createWaker(ring: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let ringAt = 0;
  return {
    in(ms: number): void {
      const wait = Math.min(Math.max(0, ms), maxWaitMs);
      const at = performance.now() + wait;
      if (timer && ringAt <= at) return;
      clearTimeout(timer);
      ringAt = at;
      timer = setTimeout(() => {
        timer = undefined;
        ring();
      }, wait);
      timer.unref();
    },
    stop(): void {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
