// The units for systemd, as systemd itself reads them where it is installed.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { leaveOut } from '../../tools/left-out.ts';

const folder = 'deploy/systemd';
const units = globSync('*.service', { cwd: folder }).sort();
/** `systemd-analyze security` counts from 0 to 10; above this it no longer says OK. */
const exposureMost = 2;

const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });
/** Those before 252 cannot judge a file. */
const hasSystemd = (): boolean => Number(/^systemd (\d+)/.exec(analyze('--version').stdout ?? '')?.[1] ?? 0) >= 252;

const lineOf = (unit: string, name: string): string | undefined =>
  new RegExp(`^${name}=(.*)$`, 'm').exec(readFileSync(path.join(folder, unit), 'utf8'))?.[1];

describe('the units for systemd', () => {
  it('run the hosts of the release after its migration, with the variables of the deployment', () => {
    expect(units).to.deep.equal([
      'ledgerport-http@.service',
      'ledgerport-migrate.service',
      'ledgerport-worker@.service',
    ]);
    for (const unit of units) {
      const program = /^\/usr\/bin\/node dist\/(\S+)\.js/.exec(lineOf(unit, 'ExecStart') ?? '')?.[1];
      expect(existsSync(`${program}.ts`), unit).to.equal(true);
      expect(lineOf(unit, 'EnvironmentFile')).to.equal('/etc/ledgerport/ledgerport.env');
      if (unit.includes('@')) {
        expect(lineOf(unit, 'After')).to.contain('ledgerport-migrate.service');
        expect([lineOf(unit, 'Restart'), lineOf(unit, 'TimeoutStopSec')]).to.deep.equal(['always', '35']);
      }
    }
    expect([
      lineOf('ledgerport-http@.service', 'Environment'),
      lineOf('ledgerport-worker@.service', 'Environment'),
    ]).to.deep.equal(['HOST=127.0.0.1 PORT=%i METRICS_PORT=1%i', 'WORKER_PORT=%i']);
  });

  it('are understood by systemd, line by line, and leave a host few rights', function () {
    if (!hasSystemd()) {
      return leaveOut(this, 'there is no systemd 252 or newer here');
    }
    const copy = mkdtempSync(path.join(tmpdir(), 'ledgerport-units-'));
    try {
      cpSync(folder, copy, { recursive: true });
      for (const unit of units) {
        const { status, stderr } = analyze('verify', path.join(copy, unit));
        // Whether this machine has a /usr/bin/node is no matter of the unit.
        const complaints = stderr.split('\n').filter((line) => line !== '' && !line.includes('/usr/bin/node'));
        expect(complaints, unit).to.deep.equal([]);
        if (existsSync('/usr/bin/node')) expect(status, unit).to.equal(0);
        const judged = analyze('security', '--offline=true', path.join(copy, unit)).stdout;
        expect(Number(/exposure level for \S+: ([\d.]+)/.exec(judged)?.[1]), unit).to.be.at.most(exposureMost);
      }
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  });
});
