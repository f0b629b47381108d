export { type HoldReason, type RunningWorker, startWorker, type WorkerStatus } from './start-worker.ts';
export type { WorkerObserver, WorkerOptions } from './worker-options.ts';
