import { httpDefaults } from '../../composition/config.ts';

/** docs/http.md gives the reasons. */
export const defaultLimits = {
  ...httpDefaults,
  /** Without a valid key or session. */
  strangerKeepAliveMs: 5_000,
  /** Concurrent health checks, and connections for them beyond the limit. */
  healthPlaces: 20,
  /** Request line and headers together. */
  headerBytes: 16 * 1024,
  headersTimeoutMs: 15_000,
  /** Time for the whole request with its body. */
  requestTimeoutMs: 60_000,
  /** How often both timeouts above are checked. */
  timeoutCheckMs: 5_000,
  handshakeTimeoutMs: 10_000,
  /** In each such period the client must read `answerBytesPerSecond`. */
  answerTimeoutMs: 10_000,
  answerBytesPerSecond: 10_000,
  /** When closing: time for the rest of an unfinished request. */
  lastRequestMs: 2_000,
};
export type ServerLimits = Readonly<typeof defaultLimits>;
