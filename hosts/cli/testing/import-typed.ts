// `ledgerport import` as a person types it, on files of a folder of its own.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '../run.ts';

const key = `acct_test_${'a'.repeat(38)}`;

export function importTyped() {
  const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-import-'));
  const inFolder = (name: string) => path.join(folder, name);
  /** Where nobody answers, until a test names a service. */
  const env: Record<string, string> = { LEDGERPORT_URL: 'http://127.0.0.1:1', LEDGERPORT_API_KEY: key };
  return {
    folder,
    inFolder,
    env,
    /** What it prints names files without their folder. */
    async typed(words: readonly string[], signal = new AbortController().signal) {
      const [out, err, drawn]: [string[], string[], string[]] = [[], [], []];
      const code = await run(['import', ...words], {
        env,
        out: (text) => void out.push(text),
        err: (text) => void err.push(text.replaceAll(`${folder}/`, '')),
        redraw: (text) => void drawn.push(text),
        untilStopped: () => signal,
      });
      return { code, out: out.join('\n'), err: err.join('\n'), drawn };
    },
    written(name: string, content: string | Uint8Array): string {
      writeFileSync(inFolder(name), content);
      return inFolder(name);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
