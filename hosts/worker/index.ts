export type { HoldReason, HoldStrength } from './gate.ts';
export { createLoadMeter, type LoadMeter, type LoadReading } from './load.ts';
export { type RunningWorker, startWorker, type WorkerOptions, type WorkerStatus } from './loop.ts';
export type { WorkerObserver } from './observer.ts';
