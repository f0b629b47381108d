import type { Terminal } from './command.ts';

const clear = '\r\u001b[K';

export function ownWorld(): Terminal {
  const isTerminal = process.stderr.isTTY;
  const stop = new AbortController();
  /** A closed pipe (`| head`) is no failure of a command. Hosts print by themselves. */
  const onClosed = (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1);
  return {
    env: process.env,
    out: (text) => {
      if (!process.stdout.listeners('error').includes(onClosed)) process.stdout.on('error', onClosed);
      process.stdout.write(`${text}\n`);
    },
    err: (text) => void process.stderr.write(`${isTerminal ? clear : ''}${text}\n`),
    redraw: isTerminal ? (text) => void process.stderr.write(`${clear}${text}`) : undefined,
    /** From its first call on, Ctrl-C aborts the signal and does not end the process. */
    untilStopped: () => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
      return stop.signal;
    },
  };
}
