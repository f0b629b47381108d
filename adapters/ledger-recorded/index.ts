// Serves recorded conversations with the provider to ledger-http. `tools/tapes` records them.
export { createRecordedLedger, type RecordedLedger } from './recorded-ledger.ts';
export {
  type Exchange,
  type PlainRequest,
  requestShape,
  type Tape,
  type TapedAnswer,
  type TapedConsent,
  type TapedRequest,
} from './tape.ts';
