export { type RunningWorker, startWorker, type WorkerOptions } from './loop.ts';
