// Fills the call-journal and the usage-meter port: notes are held in memory for a moment and written in batches.
export { createCallJournal } from './call-journal.ts';
export { type BufferedUsageMeter, createUsageMeter, type UsageMeterOptions } from './usage-meter.ts';
