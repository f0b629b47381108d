// Fills the log port with pino; secrets are masked before a line is written.
import { type DestinationStream, pino } from 'pino';
import type { Log, LogFields } from '#core/ports';
import { errorFields, redacted, withoutSecrets } from './redaction.ts';

export interface PinoLogOptions {
  /** `trace` | `debug` | `info` | `warn` | `error` | `fatal` | `silent`. */
  readonly level: string;
  /** Where lines go; standard output when left out. */
  readonly destination?: DestinationStream;
  /** On every line, e.g. which host writes it. */
  readonly fields?: LogFields;
}

export function createPinoLog({ level, destination, fields = {} }: PinoLogOptions): Log {
  const logger = pino(
    {
      level,
      base: fields,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }), log: (line) => redacted(line) },
      serializers: { err: (thrown: unknown) => thrown },
    },
    destination ?? pino.destination({ fd: 1, sync: true }),
  );
  return {
    info: (message, more = {}) => logger.info(more, withoutSecrets(message)),
    warn: (message, more = {}) => logger.warn(more, withoutSecrets(message)),
    error: (message, cause, more = {}) => logger.error({ ...more, err: errorFields(cause) }, withoutSecrets(message)),
  };
}
