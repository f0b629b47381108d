/** What one host takes before it refuses; docs/http.md says why each number is what it is. */
export interface ServerLimits {
  /** Of the request line and the headers together. */
  readonly headerBytes: number;
  readonly headerCount: number;
  readonly headersTimeoutMs: number;
  /** For the whole request, its body included: slow senders are cut off. */
  readonly requestTimeoutMs: number;
  /** How often the two timeouts above are looked at. */
  readonly timeoutCheckMs: number;
  readonly handshakeTimeoutMs: number;
  /** Longer than load balancers keep idle connections, so that they, not we, end them. */
  readonly keepAliveTimeoutMs: number;
  /** A connection on which nothing moves at all, such as a download that nobody reads. */
  readonly idleTimeoutMs: number;
  /** From an answer's first byte to its last, however slowly it is read. */
  readonly answerTimeoutMs: number;
  /** What is still read of a body whose request is already answered. */
  readonly unreadBodyBytes: number;
  readonly connections: number;
  readonly requestsPerConnection: number;
  /** At once; above, 503. */
  readonly requests: number;
  /** Once closing: what a connection without a running request is given to bring the rest of one. */
  readonly lastRequestMs: number;
}

export const defaultLimits: ServerLimits = {
  headerBytes: 16 * 1024,
  headerCount: 100,
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 60_000,
  timeoutCheckMs: 5_000,
  handshakeTimeoutMs: 10_000,
  keepAliveTimeoutMs: 65_000,
  idleTimeoutMs: 120_000,
  answerTimeoutMs: 300_000,
  unreadBodyBytes: 16 * 1024 * 1024,
  connections: 4_096,
  requestsPerConnection: 10_000,
  requests: 500,
  lastRequestMs: 2_000,
};
