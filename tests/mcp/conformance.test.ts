// The protocol's own conformance suite, each revision on its own wire (`npm run test:mcp`). Most of its scenarios call named
// tools of a fixture server and so test the package that we use; baseline.json says why each of those fails here.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { type ServedMcp, serveMcp } from '../../hosts/mcp/testing/served-mcp.ts';
import { keyAddingProxy } from './key-adding-proxy.ts';

const suite = '@modelcontextprotocol/conformance@0.2.0-alpha.12';

interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

interface Baseline {
  /** How many checks pass; it may grow and not fall. */
  readonly passing: number;
  /** The scenarios that fail, with the reason. */
  readonly failing: Readonly<Record<string, string>>;
}

const baselines = JSON.parse(readFileSync('tests/mcp/baseline.json', 'utf8')) as Readonly<Record<string, Baseline>>;

async function run(revision: string, url: string): Promise<ReadonlyMap<string, readonly Check[]>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'conformance-'));
  const asked = ['server', '--url', url, '--requirements', revision, '--output-dir', folder];
  // It ends with 1 where anything fails.
  await promisify(execFile)('npx', ['--yes', '--package', suite, 'conformance', ...asked], { maxBuffer: 1e8 }).catch(
    () => {},
  );
  const found = readdirSync(folder).map((name) => {
    const [, scenario = name] = /^server-(.*?)-\d{4}-\d\d-\d\dT/.exec(name) ?? [];
    return [scenario, JSON.parse(readFileSync(path.join(folder, name, 'checks.json'), 'utf8')) as Check[]] as const;
  });
  rmSync(folder, { recursive: true });
  return new Map(found);
}

for (const [revision, { passing, failing }] of Object.entries(baselines)) {
  describe(`the conformance suite, revision ${revision}`, function () {
    this.timeout(300_000);
    let service: ServedMcp;
    let scenarios: ReadonlyMap<string, readonly Check[]>;
    before(async () => {
      const proxy = await keyAddingProxy();
      service = await serveMcp({ origins: proxy.origins });
      proxy.leadTo(`${service.url}/mcp`, await service.agentKey());
      scenarios = await run(revision, proxy.url);
      await proxy.close();
    });
    after(() => service.close());

    it('fails in nothing but what a reason stands for', () => {
      const failed = [...scenarios].filter(([, checks]) => checks.some(({ status }) => status === 'FAILURE'));
      const told = failed.map(([name, checks]) => [name, checks.filter(({ status }) => status === 'FAILURE')] as const);
      expect(told.filter(([name]) => failing[name] === undefined)).to.deep.equal([]);
      // A reason that stands for nothing any more goes.
      const names = failed.map(([name]) => name);
      expect(Object.keys(failing).filter((name) => !names.includes(name))).to.deep.equal([]);
    });

    it(`passes at least ${passing} checks`, () => {
      const passed = [...scenarios.values()].flat().filter(({ status }) => status === 'SUCCESS');
      expect(passed.length).to.be.at.least(passing);
    });
  });
}
