// Fills the log port with pino; secrets are masked before a line is written.
import { type DestinationStream, pino } from 'pino';
import type { Log, LogFields } from '#core/ports';
import { readable } from './readable.ts';
import { errorFields, redacted, withoutSecrets } from './redaction.ts';

export interface PinoLogOptions {
  /** `trace` | `debug` | `info` | `warn` | `error` | `fatal` | `silent`. */
  readonly level: string;
  /** JSON, or `text` for a person in development; default `json`. */
  readonly format?: 'json' | 'text';
  /** Where lines go; standard output when left out. */
  readonly destination?: DestinationStream;
  /** On every line, e.g. which host writes it. */
  readonly fields?: LogFields;
  /** On each line, as they are when it is written, e.g. the current trace; asked for lines that are written only. */
  readonly context?: () => LogFields;
}

/** JSON lines, or readable ones, to standard output; values under names of secrets are masked. */
export function createPinoLog({ level, format, destination, fields = {}, context }: PinoLogOptions): Log {
  const out = destination ?? pino.destination({ fd: 1, sync: true });
  const logger = pino(
    {
      level,
      base: fields,
      ...(context && { mixin: () => ({ ...context() }) }),
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }), log: (line) => redacted(line) },
      serializers: { err: (thrown: unknown) => thrown },
    },
    format === 'text' ? readable(out) : out,
  );
  return {
    info: (message, more = {}) => logger.info(more, withoutSecrets(message)),
    warn: (message, more = {}) => logger.warn(more, withoutSecrets(message)),
    error: (message, cause, more = {}) => logger.error({ ...more, err: errorFields(cause) }, withoutSecrets(message)),
  };
}
