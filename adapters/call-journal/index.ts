// Fills the call-journal port: notes are held in memory for a moment and written in batches.
export { type BufferedCallJournal, type CallJournalOptions, createCallJournal } from './buffered-call-journal.ts';
