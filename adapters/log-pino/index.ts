// Fills the log port with pino and masks secrets before a line is written.
import { type DestinationStream, pino } from 'pino';
import { type Log, type LogFields, withoutSecrets } from '#core/ports';
import { readable } from './readable.ts';
import { errorFields, redacted } from './redaction.ts';

export interface PinoLogOptions {
  readonly level: string;
  readonly format?: 'json' | 'text';
  /** Standard output by default. */
  readonly destination?: DestinationStream;
  readonly fields?: LogFields;
  /** Returns fields to add to each line, e.g. the current trace. */
  readonly context?: () => LogFields;
}

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
