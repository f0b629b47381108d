import { type DestinationStream, type Logger, pino } from 'pino';
import type { Log, LogFields } from '#core/ports';
import { errorFields, mask, redacted, withoutSecrets } from './redaction.ts';

export interface PinoLogOptions {
  /** `trace` | `debug` | `info` | `warn` | `error` | `fatal` | `silent`. */
  readonly level: string;
  /** Where lines go; standard output when left out. */
  readonly destination?: DestinationStream;
  /** On every line, e.g. which host writes it. */
  readonly fields?: LogFields;
}

/** The log port, and the logger behind it for a host's access log: both mask secrets. */
export interface PinoLog extends Log {
  readonly logger: Logger;
}

// Lines are masked by the formatter; what a child logger is bound to reaches only pino's own redaction.
const boundNames = [
  'authorization',
  'cookie',
  'token',
  'access_token',
  'refresh_token',
  'secret',
  'client_secret',
  'password',
];
const boundPaths = boundNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

export function createPinoLog({ level, destination, fields = {} }: PinoLogOptions): PinoLog {
  const logger = pino(
    {
      level,
      base: fields,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }), log: redacted },
      redact: { paths: boundPaths, censor: mask },
      serializers: { err: (thrown: unknown) => thrown },
    },
    destination ?? pino.destination({ fd: 1, sync: true }),
  );
  return {
    logger,
    info: (message, more = {}) => logger.info(more, withoutSecrets(message)),
    warn: (message, more = {}) => logger.warn(more, withoutSecrets(message)),
    error: (message, cause, more = {}) => logger.error({ ...more, err: errorFields(cause) }, withoutSecrets(message)),
  };
}
