// A recording is the same however often it is made, and the folder of tapes holds what it should.
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type Contract, ledgerAuthorizationContract, ledgerGatewayContract } from '#contract-tests';
import { tapedClauses, tapeFile } from '../../adapters/ledger-http/testing/tape-bench.ts';
import { recordContract, type Source } from '../../tools/tapes/record-contract.ts';
import { sandboxAuthorization, sandboxGateway } from '../../tools/tapes/sources.ts';

/** With other ids on both sides each time. */
async function recordedTwice<S extends object>(contract: Contract<S>, source: Source<S>, clause: string) {
  const [first] = await recordContract(contract, source, [clause]);
  const [second] = await recordContract(contract, source, [clause]);
  expect(first?.clause).to.equal(clause);
  expect(second).to.eql(first);
  return first;
}

describe('recording again', () => {
  const gatewayClauses = [
    'the same bytes under the same key make one document',
    'an account is created and changed through its own transport',
    'pages hold every record once, and end',
  ];
  for (const name of gatewayClauses) {
    it(`gives the same tape: ${name}`, async () => {
      const tape = await recordedTwice(ledgerGatewayContract, sandboxGateway, name);
      expect(tape?.exchanges).to.have.length.greaterThan(3);
    });
  }

  it('gives the same tape of an authorization, without a token that works', async () => {
    const name = 'a refresh gives a new refresh token and an access token that works';
    const tape = await recordedTwice(ledgerAuthorizationContract, sandboxAuthorization, name);
    expect(JSON.stringify(tape)).not.to.match(/app-secret|eyJ[\w-]+\.eyJ/);
  });

  it('leaves a tape of each clause that is to have one, and no other', () => {
    const taped = [ledgerGatewayContract, ledgerAuthorizationContract].flatMap(({ port, clauses }) =>
      clauses.filter(({ name }) => tapedClauses.includes(name)).map(({ name }) => fileURLToPath(tapeFile(port, name))),
    );
    expect(taped).to.have.length(tapedClauses.length);
    const [tape = ''] = taped;
    expect(globSync(tape.replace(/[^/]+\/[^/]+$/, '*/*.json')).sort()).to.deep.equal([...taped].sort());
  });
});
