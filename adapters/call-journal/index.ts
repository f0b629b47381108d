// Fills the ports of the call journal, the request journal and the usage meter: notes are held in memory for a moment and written in batches.
export { createCallJournal, createRequestJournal } from './call-journal.ts';
export { type BufferedUsageMeter, createUsageMeter, type UsageMeterOptions } from './usage-meter.ts';
