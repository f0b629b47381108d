// Serves recorded conversations with the provider to ledger-http. `tools/tapes` records them.
export { createRecordedLedger, type RecordedLedger } from './recorded-ledger.ts';
export * from './tape.ts';
