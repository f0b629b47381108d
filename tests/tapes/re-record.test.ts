// A recording is the same however often it is made, and the folder of tapes holds what it should.
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { gatewayContract } from '../../adapters/ledger-http/testing/own-words-clauses.ts';
import { tapedClauses, tapeFile } from '../../adapters/ledger-http/testing/tape-bench.ts';
import { recordContract, sandboxGateway } from '../../tools/tapes/record-contract.ts';

describe('recording again', () => {
  const clauses = [
    'the same bytes under the same key make one document',
    'an account is created and changed through its own transport',
    'a list read page by page ends with the last state of every record, though some change between two pages',
  ];
  for (const clause of clauses) {
    it(`gives the same tape: ${clause}`, async () => {
      // The ids of both sides are others each time.
      const [first] = await recordContract(sandboxGateway, [clause]);
      const [second] = await recordContract(sandboxGateway, [clause]);
      expect(first?.clause).to.equal(clause);
      expect(first?.exchanges).to.have.length.greaterThan(3);
      expect(second).to.eql(first);
    });
  }

  it('leaves a tape of each clause that is to have one, and no other', () => {
    const names = gatewayContract.clauses.map(({ name }) => name).filter((name) => tapedClauses.includes(name));
    const taped = names.map((name) => fileURLToPath(tapeFile(name)));
    expect(taped).to.have.length(tapedClauses.length);
    expect(globSync(taped[0]?.replace(/[^/]+$/, '*.json') ?? '').sort()).to.deep.equal([...taped].sort());
  });
});
