// What `ledgerport/hosts/worker` exports: the worker, for programs that embed it.
export type { HoldReason } from './hold.ts';
export {
  type RunningWorker,
  startWorker,
  type WorkerObserver,
  type WorkerOptions,
  type WorkerStatus,
} from './start-worker.ts';
