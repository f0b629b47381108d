// A recording is the same however often it is made, and the folder of tapes holds what it should.
import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { type Contract, ledgerAuthorizationContract, ledgerGatewayContract } from '#contract-tests';
import { tapeFile } from '../../adapters/ledger-http/testing/tape-bench.ts';
import { recordClause, type Source } from '../../tools/tapes/record-clause.ts';
import { startRecorder } from '../../tools/tapes/recorder.ts';
import { sandboxAuthorization, sandboxGateway } from '../../tools/tapes/sandbox-source.ts';

/** With other ids on both sides each time. */
async function recordedTwice<S extends object>({ port, clauses }: Contract<S>, source: Source<S>, name: string) {
  const clause = clauses.find((one) => one.name === name);
  if (!clause) throw new Error(`there is no clause "${name}"`);
  const recorder = startRecorder();
  try {
    const other: Source<S> = { open: () => source.open('other') };
    return [await recordClause(recorder, port, clause, source), await recordClause(recorder, port, clause, other)];
  } finally {
    recorder.stop();
  }
}

describe('recording again', () => {
  const gatewayClauses = [
    'the same bytes under the same key make one document',
    'an account is created and changed through its own transport',
    'pages hold every record once, and end',
  ];
  for (const name of gatewayClauses) {
    it(`gives the same tape: ${name}`, async () => {
      const [first, second] = await recordedTwice(ledgerGatewayContract, sandboxGateway, name);
      expect(first?.exchanges).to.have.length.greaterThan(3);
      expect(second).to.eql(first);
    });
  }

  it('gives the same tape of an authorization, without a token that works', async () => {
    const name = 'a refresh gives a new refresh token and an access token that works';
    const [first, second] = await recordedTwice(ledgerAuthorizationContract, sandboxAuthorization, name);
    expect(second).to.eql(first);
    expect(JSON.stringify(first)).not.to.match(/app-secret|eyJ[\w-]+\.eyJ/);
  });

  it('leaves no tape without its clause', () => {
    for (const { port, clauses } of [ledgerGatewayContract, ledgerAuthorizationContract]) {
      const files = clauses.map(({ name }) => tapeFile(port, name).pathname.split('/').at(-1));
      const folder = new URL('.', tapeFile(port, 'any'));
      expect(readdirSync(folder).filter((name) => !files.includes(name))).to.eql([]);
    }
  });
});
