// The short form of `npm run bench soak`: mixed load with random faults, counted at the ledger and at the receiver.
import { expect } from 'chai';
import { runsOf } from '../../tools/run-length.ts';
import { describePostgres } from '../../tools/test-setup.ts';
import { type SoakReport, soak, workKinds } from './soak.ts';

const seconds = Number(process.env['SOAK_SECONDS'] ?? runsOf({ long: 6, short: 4 }));

describePostgres(`a soak of ${seconds} seconds`, function (this: Mocha.Suite) {
  this.timeout((seconds + 500) * 1000);
  let report: SoakReport;
  before(async () => {
    report = await soak({ seconds, connections: 6, disturbEveryMs: 1_500, say: () => {} });
  });

  it('does all kinds of work', () => {
    for (const what of workKinds) {
      expect(report.kept.counts[what], what).to.be.above(0);
    }
  });

  it('leaves every document at the ledger once', () => {
    expect(report.wrongAtLedger).to.deep.equal([]);
  });

  it('tells of every payment once, without a hole', () => {
    expect(report.wrongAtReceiver).to.deep.equal([]);
    expect(report.wrongSequences).to.deep.equal([]);
    expect(report.refusals).to.deep.equal([]);
  });

  it('leaves nothing half done', () => {
    expect(report.leftovers).to.deep.equal({ held: 0, leases: 0, claims: 0 });
  });
});
