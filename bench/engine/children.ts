// Child processes that are asked and answer, each wait bounded, none left behind.
import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from './serve-parent.ts';

export interface Child {
  readonly pid: number;
  ask(what: string, more?: Message, timeoutMs?: number): Promise<Message>;
  /** How many jobs it has begun, as far as it has told; throws when it is gone. */
  ran(): number;
  /** Asks it to close, then ends it. */
  end(): Promise<void>;
}

const alive = new Set<ChildProcess>();
const readyMs = 30_000;
const answerMs = 60_000;
const endMs = 10_000;

export function killChildren(): void {
  for (const child of alive) child.kill('SIGKILL');
}

interface Waiting {
  resolve(answer: Message): void;
  reject(error: Error): void;
}

/** A process of a file beside this one; resolves when it is ready. */
export async function startChild(file: string, args: readonly string[]): Promise<Child> {
  const label = [file, ...args.slice(0, 2)].join(' ');
  const child = fork(path.join(import.meta.dirname, file), args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Of the peers' own dependencies; what goes wrong is told on stderr all the same.
    execArgv: ['--no-deprecation'],
  });
  alive.add(child);
  const waiting = new Map<number, Waiting>();
  const ready = Promise.withResolvers<void>();
  const exited = Promise.withResolvers<void>();
  let ran = 0;
  let asked = 0;
  let gone: Error | undefined;
  child.once('exit', (code, signal) => {
    alive.delete(child);
    gone = new Error(`${label} ended with ${signal ?? code}`);
    ready.reject(gone);
    for (const { reject } of waiting.values()) reject(gone);
    exited.resolve();
  });
  child.on('message', (message: Message) => {
    if (message['ready']) ready.resolve();
    if (typeof message['ran'] === 'number') ran = message['ran'];
    const waiter = waiting.get(Number(message['id']));
    if (!waiter) return;
    waiting.delete(Number(message['id']));
    if (message['failed'] === undefined) waiter.resolve(message['answer'] as Message);
    else waiter.reject(new Error(`${label}: ${String(message['failed'])}`));
  });

  const ask: Child['ask'] = (what, more = {}, timeoutMs = answerMs) => {
    const { promise, resolve, reject } = Promise.withResolvers<Message>();
    asked += 1;
    waiting.set(asked, { resolve, reject });
    if (what === 'start') ran = 0;
    child.send({ ...more, ask: what, id: asked }, (error) => error && reject(error));
    return within(promise, timeoutMs, `${label} did not answer "${what}"`);
  };
  await within(ready.promise, readyMs, `${label} was not ready`);
  return {
    pid: child.pid ?? 0,
    ask,
    ran: () => {
      if (gone) throw gone;
      return ran;
    },
    end: async () => {
      if (gone) return;
      await ask('close', {}, endMs).catch((error: Error) => console.error(error.message));
      await Promise.race([exited.promise, sleep(endMs, undefined, { ref: false })]);
      child.kill('SIGKILL');
      await exited.promise;
    },
  };
}

/** Rejects with `message` when `work` takes longer. */
export async function within<T>(work: Promise<T>, timeoutMs: number, message: string): Promise<T> {
  const patience = new AbortController();
  const late = sleep(timeoutMs, undefined, { signal: patience.signal }).then(() => {
    throw new Error(`${message} within ${timeoutMs / 1000} s`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    patience.abort();
    late.catch(() => {});
  }
}
