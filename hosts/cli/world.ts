import type { World } from './command.ts';

export function ownWorld(): World {
  const stop = new AbortController();
  /** Whoever read it has enough (`| head`), which is no failure of a command; hosts print by themselves. */
  const onClosed = (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1);
  return {
    env: process.env,
    out: (text) => {
      if (!process.stdout.listeners('error').includes(onClosed)) process.stdout.on('error', onClosed);
      process.stdout.write(`${text}\n`);
    },
    err: (text) => void process.stderr.write(`${text}\n`),
    /** Aborts on Ctrl-C once it is asked for; until then Ctrl-C ends the process as usual. */
    untilStopped: () => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
      return stop.signal;
    },
  };
}
