// Records a tape of every clause of a contract. The files are replaced when all of them are made, or not at all.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Contract } from '#contract-tests';
import { tapeFile } from '../../adapters/ledger-http/testing/tape-bench.ts';
import type { Tape } from '../../adapters/ledger-recorded/index.ts';
import { recordClause, type Source } from './record-clause.ts';
import { type Recorder, startRecorder } from './recorder.ts';

/** Runs the recording of one clause; may prepare the process for it. */
export type Around = (clause: string, record: () => Promise<Tape>) => Promise<Tape>;

export async function recordContract<S extends object>(
  contract: Contract<S>,
  source: Source<S>,
  around: Around,
): Promise<string> {
  const recorder = startRecorder();
  try {
    const tapes = await tapesOf(recorder, contract, source, around);
    replaceFiles(tapes);
    const exchanges = tapes.reduce((sum, tape) => sum + tape.exchanges.length, 0);
    return `${contract.port}: ${tapes.length} tapes, ${exchanges} exchanges`;
  } finally {
    recorder.stop();
  }
}

async function tapesOf<S extends object>(
  recorder: Recorder,
  { port, clauses }: Contract<S>,
  source: Source<S>,
  around: Around,
): Promise<Tape[]> {
  const tapes: Tape[] = [];
  for (const clause of clauses) {
    const record = () => recordClause(recorder, port, clause, source);
    const tape = await around(clause.name, record).catch((cause: unknown) => {
      throw new Error(`${port} "${clause.name}" could not be recorded`, { cause });
    });
    tapes.push(tape);
  }
  return tapes;
}

function replaceFiles(tapes: readonly Tape[]): void {
  const files = new Map(tapes.map((tape) => [tapeFile(tape.port, tape.clause).href, tape]));
  if (files.size < tapes.length) throw new Error('two clauses would be kept in one file: tell their names apart');
  for (const [file, tape] of files) {
    mkdirSync(new URL('.', file), { recursive: true });
    writeFileSync(new URL(file), `${JSON.stringify(tape, null, 1)}\n`);
  }
  const folders = new Set([...files.keys()].map((file) => new URL('.', file).href));
  for (const folder of folders) {
    for (const name of readdirSync(new URL(folder))) {
      const file = new URL(name, folder);
      if (!files.has(file.href)) rmSync(file);
    }
  }
}
