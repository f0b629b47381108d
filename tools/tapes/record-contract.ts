// Runs a contract's clauses against a live provider and makes a tape of each.
import type { Clause, Contract } from '#contract-tests';
import type { JsonObject } from '#core';
import type { Tape } from '../../adapters/ledger-recorded/index.ts';
import { makeTape } from './make-tape.ts';
import { type Recorder, startRecorder } from './recorder.ts';

/** Opens a live subject of a contract. `hidden` maps texts that must not be kept to their replacements. */
export type Source<S> = () => Promise<{
  readonly subject: S;
  readonly hidden: Readonly<Record<string, string>>;
  close(): Promise<void>;
}>;

export async function recordContract<S extends object>(
  { port, clauses }: Contract<S>,
  open: Source<S>,
  wanted: readonly string[],
): Promise<readonly Tape[]> {
  const recorder = startRecorder();
  const tapes: Tape[] = [];
  try {
    for (const clause of clauses.filter(({ name }) => wanted.includes(name))) {
      tapes.push(await recordClause(recorder, port, clause, open));
    }
  } finally {
    recorder.stop();
  }
  return tapes;
}

async function recordClause<S extends object>(
  recorder: Recorder,
  port: string,
  clause: Clause<S>,
  open: Source<S>,
): Promise<Tape> {
  const { subject, hidden, close } = await open();
  try {
    // Drops what opening the subject has sent.
    await recorder.take();
    await clause.check(subject);
    const exchanges = (await recorder.take()).filter(({ request }) => !request.path.startsWith('/_sandbox/'));
    return makeTape({ port, clause: clause.name, subject: factsOf(subject), exchanges, hidden });
  } catch (cause) {
    throw new Error(`${port} "${clause.name}" could not be recorded`, { cause });
  } finally {
    await close();
  }
}

/** Returns the subject's data without its gateway. */
function factsOf(subject: object): JsonObject {
  const facts = { ...subject, gateway: undefined };
  return JSON.parse(JSON.stringify(facts)) as JsonObject;
}
