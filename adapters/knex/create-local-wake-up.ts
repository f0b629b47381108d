import { EventEmitter } from 'node:events';
import type { WakeUp } from '#core/ports';

/** Wakes the workers of this process, once for many signals. Workers of other processes find work by polling. */
export function createLocalWakeUp(): WakeUp {
  const emitter = new EventEmitter().setMaxListeners(0);
  let pending = false;
  return {
    signal() {
      if (pending) return;
      pending = true;
      setImmediate(() => {
        pending = false;
        emitter.emit('work');
      });
    },
    listen(listener) {
      emitter.on('work', listener);
      return () => void emitter.off('work', listener);
    },
  };
}
