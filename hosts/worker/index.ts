export type { HoldReason } from './hold.ts';
export {
  type RunningWorker,
  startWorker,
  type WorkerObserver,
  type WorkerOptions,
  type WorkerStatus,
} from './start-worker.ts';
