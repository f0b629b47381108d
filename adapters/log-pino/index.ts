// Fills the log port with pino; secrets are masked before a line is written.
export { createPinoLog, type PinoLogOptions } from './pino-log.ts';
