import type { ConfigReader } from './config-reader.ts';

/** How much one HTTP host takes, and for how long. */
export interface HttpConfig {
  readonly maxConnections: number;
  /** At once. */
  readonly maxRequests: number;
  readonly keepAliveSeconds: number;
  /** For a whole request to arrive. */
  readonly requestTimeoutSeconds: number;
  /** For a whole answer to be read. */
  readonly answerTimeoutSeconds: number;
  /** What running requests are given after SIGTERM. */
  readonly drainSeconds: number;
  /** Requests a minute and API key on this host; 0 for no limit. */
  readonly keyRequestsPerMinute: number;
}

export function httpConfig(read: ConfigReader): HttpConfig {
  return {
    maxConnections: read.integer('HTTP_MAX_CONNECTIONS', 4096, 16, 65_536),
    maxRequests: read.integer('HTTP_MAX_REQUESTS', 500, 1, 10_000),
    keepAliveSeconds: read.integer('HTTP_KEEP_ALIVE_SECONDS', 65, 1, 600),
    requestTimeoutSeconds: read.integer('HTTP_REQUEST_TIMEOUT_SECONDS', 60, 5, 600),
    answerTimeoutSeconds: read.integer('HTTP_ANSWER_TIMEOUT_SECONDS', 300, 10, 3600),
    drainSeconds: read.integer('HTTP_DRAIN_SECONDS', 20, 0, 600),
    keyRequestsPerMinute: read.integer('API_KEY_RATE_LIMIT', 0, 0, 1_000_000),
  };
}
