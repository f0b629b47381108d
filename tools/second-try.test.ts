import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import {
  type Counts,
  passedAlone,
  type Results,
  secondTriesOf,
  settled,
  tellResults,
  toldResults,
} from './second-try.ts';

const counts = (passed: number, failed: number, skipped = 0): Counts => ({ passed, failed, skipped });

describe('the second try of a test file', () => {
  const first: Results = { 'a.test.ts': counts(3, 1), 'b.test.ts': counts(5, 0), 'c.test.ts': counts(0, 1, 1) };
  const all = counts(8, 2, 1);

  it('is for the files that failed, and for none where many did', () => {
    expect(secondTriesOf(first)).to.deep.equal(['a.test.ts', 'c.test.ts']);
    const many = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, counts(1, 1)]));
    expect(secondTriesOf(many)).to.deep.equal([]);
  });

  it('replaces what the first counted, also where a hook kept tests from running', () => {
    const again: Results = { 'a.test.ts': counts(4, 0), 'c.test.ts': counts(6, 0, 1) };
    expect(settled(all, first, again)).to.deep.equal(counts(4 + 5 + 6, 0, 1));
  });

  it('changes nothing where it fails, runs no test or does not come to its end', () => {
    const again: Results = { 'a.test.ts': counts(3, 1), 'c.test.ts': counts(0, 0, 7) };
    expect(passedAlone(again)).to.deep.equal([]);
    expect(settled(all, first, again)).to.deep.equal(all);
    expect(settled(all, first, {})).to.deep.equal(all);
  });

  it('knows what the processes told', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'second-try-'));
    const told = path.join(folder, 'told');
    try {
      expect(toldResults(told)).to.deep.equal({});
      tellResults(told, new Map([[path.resolve('a.test.ts'), counts(3, 1)]]));
      tellResults(told, new Map([[path.resolve('with a space.test.ts'), counts(0, 0, 2)]]));
      expect(toldResults(told)).to.deep.equal({ 'a.test.ts': counts(3, 1), 'with a space.test.ts': counts(0, 0, 2) });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
