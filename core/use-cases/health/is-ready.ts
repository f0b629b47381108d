import type { CorePorts } from '../../ports/core-ports.ts';

/** Whether the database answers; asked anew each time, so that a host recovers without a restart. */
export function isReady({ storage, log }: Pick<CorePorts, 'storage' | 'log'>) {
  return async (): Promise<boolean> => {
    try {
      await storage.ping();
      return true;
    } catch (error) {
      log.warn('the database does not answer', { error: error instanceof Error ? error.message : String(error) });
      return false;
    }
  };
}
