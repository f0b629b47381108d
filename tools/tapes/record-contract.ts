// Runs clauses of the gateway's contract against a live provider and makes a tape of each. The provider is the sandbox
// on a socket with its clock stopped, or the real one, by hand.
import type { LedgerUnderTest } from '#contract-tests';
import type { JsonObject } from '#core';
import { gatewayContract } from '../../adapters/ledger-http/testing/own-words-clauses.ts';
import { openGateway } from '../../adapters/ledger-http/testing/sandbox-bench.ts';
import type { Tape } from '../../adapters/ledger-recorded/index.ts';
import { makeTape } from './make-tape.ts';
import { startRecorder } from './recorder.ts';

/** Opens a live subject. `hidden` maps each text that must not be kept to what the tape shows instead. */
export type Source = () => Promise<{
  readonly subject: LedgerUnderTest;
  readonly hidden: Readonly<Record<string, string>>;
  close(): Promise<void>;
}>;

const settings = { now: () => new Date('2026-09-14T09:00:00.000Z') };
const address = 'http://ledger-recorded.test';

export const sandboxGateway: Source = async () => {
  const { subject, url, ...opened } = await openGateway(settings);
  return { ...opened, subject, hidden: { [url]: address, [subject.accessToken]: 'masked-access-token' } };
};

export async function recordContract(open: Source, wanted: readonly string[]): Promise<readonly Tape[]> {
  const { port, clauses } = gatewayContract;
  const recorder = startRecorder();
  const tapes: Tape[] = [];
  try {
    for (const { name: clause, check } of clauses.filter(({ name }) => wanted.includes(name))) {
      const { subject, hidden, close } = await open();
      try {
        // The requests that opened the subject do not belong to the clause.
        await recorder.take();
        await check(subject);
        const exchanges = (await recorder.take()).filter(({ request }) => !request.path.startsWith('/_sandbox/'));
        // Only the subject's data, without its functions.
        const facts = JSON.parse(JSON.stringify({ ...subject, gateway: undefined, traits: undefined })) as JsonObject;
        tapes.push(makeTape({ port, clause, subject: facts, exchanges, hidden }));
      } catch (cause) {
        throw new Error(`${port} "${clause}" could not be recorded`, { cause });
      } finally {
        await close();
      }
    }
  } finally {
    recorder.stop();
  }
  return tapes;
}
