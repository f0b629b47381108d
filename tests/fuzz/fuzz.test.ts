// Thousands of requests made of the OpenAPI document: only documented answers, no defect, no hang, no growth.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { runsOf, seedOf } from '../../tools/run-length.ts';
import { hostFile } from '../walk/processes.ts';
import type { FuzzReport } from './fuzz-child.ts';

/** Other requests with `FUZZ_SEED=random`, or those of a seed that was printed. */
const usualSeed = 20_261_129;
const requests = Number(process.env['FUZZ_REQUESTS'] ?? runsOf({ long: 8_000, short: 1_000 }));
const withinMs = 150_000 + requests * 10;

describe('fuzzing from the OpenAPI document', function () {
  this.timeout(withinMs + 5_000);

  it(`${requests} requests, proper and not, are answered as documented`, async () => {
    const seed = seedOf(process.env['FUZZ_SEED'], usualSeed);
    const child = ['--expose-gc', hostFile('tests/fuzz/fuzz-child.ts'), String(seed), String(requests)];
    const { stdout } = await promisify(execFile)(process.execPath, child, { timeout: withinMs, maxBuffer: 2 ** 26 });
    const report = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as FuzzReport;
    const { faults, neverSucceeded, ...figures } = report;
    process.stdout.write(`      FUZZ_SEED=${seed}: ${JSON.stringify(figures)}\n`);
    expect(faults, `FUZZ_SEED=${seed} FUZZ_REQUESTS=${requests} finds these again`).to.deep.equal([]);
    expect(figures.sent).to.equal(requests);
    expect(figures.slowestMs).to.be.below(10_000);
    const [heapBefore, heapAfter] = figures.heap;
    expect(heapAfter, 'mebibytes of heap').to.be.below(heapBefore * 1.25 + 10);
    const [rssBefore, rssAfter] = figures.rss;
    expect(rssAfter, 'mebibytes of memory').to.be.below(rssBefore * 1.5 + 100);
    // Requests that are all refused would prove little.
    expect(figures.operations - neverSucceeded.length).to.be.above(figures.operations / 2);
    for (const status of [200, 201, 202, 400, 401, 404, 413, 415, 422])
      expect(figures.statuses).to.have.property(`${status}`);
  });
});
