import type { StopReason } from '../domain/stop-reason.ts';

/** Ends an attempt between two steps: no failure of the work itself. */
export class Interruption extends Error {
  readonly reason: StopReason;

  constructor(reason: StopReason) {
    super(`the attempt was stopped: ${reason}`);
    this.name = 'Interruption';
    this.reason = reason;
  }
}
