import { httpDefaults } from '../../composition/config.ts';

/** What one host takes before it refuses; docs/http.md says why each number is what it is. */
export const defaultLimits = {
  ...httpDefaults,
  /** Of a connection that never carried a right key or session. */
  strangerKeepAliveMs: 5_000,
  /** Questions of health at once, and connections for them beyond the limit. */
  healthPlaces: 20,
  /** Of the request line and the headers together. */
  headerBytes: 16 * 1024,
  headersTimeoutMs: 15_000,
  /** For the whole request, its body included: slow senders are cut off. */
  requestTimeoutMs: 60_000,
  /** How often the two timeouts above are checked. */
  timeoutCheckMs: 5_000,
  handshakeTimeoutMs: 10_000,
  /** In so long the client must read at least so many bytes a second of what waits for it. */
  answerTimeoutMs: 10_000,
  answerBytesPerSecond: 10_000,
  /** Once closing: what a connection without a running request is given to bring the rest of one. */
  lastRequestMs: 2_000,
};
export type ServerLimits = Readonly<typeof defaultLimits>;
