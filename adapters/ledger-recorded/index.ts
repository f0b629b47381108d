// Serves recorded conversations with the provider to ledger-http, and records them.
export { makeTape, type RecordedClause, type RecordedConsent } from './make-tape.ts';
export { createRecordedLedger, type RecordedLedger } from './recorded-ledger.ts';
export { type RecordedExchange, type Recorder, startRecorder } from './recorder.ts';
export type { Exchange, Tape, TapedAnswer, TapedConsent, TapedRequest } from './tape.ts';
