/** Why a call to the provider brought no whole answer. Holds nothing of the request or of the answer. */
export class TransportFailure extends Error {
  readonly kind: 'unreachable' | 'broken' | 'timeout' | 'too_large';
  /** Whether the provider may have received the request. */
  readonly mayHaveArrived: boolean;
  /** The connection was a kept one that the provider closed at the same moment; the next attempt opens a new one. */
  readonly wasStale: boolean;

  constructor(kind: TransportFailure['kind'], what: string, facts: { mayHaveArrived: boolean; wasStale?: boolean }) {
    super(what);
    this.name = 'TransportFailure';
    this.kind = kind;
    this.mayHaveArrived = facts.mayHaveArrived;
    this.wasStale = facts.wasStale ?? false;
  }
}
