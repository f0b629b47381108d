// What the tab key offers: the words, and real shells that ask for them.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { until } from '../../contract-tests/testing/until.ts';
import { hostFile } from '../../tests/walk/processes.ts';
import { leaveOut } from '../../tools/left-out.ts';
import { commands } from './commands.ts';
import { wordsAfter } from './completion.ts';

const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

describe('completion', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-completion-'));
  const command = path.join(folder, 'ledgerport');
  const env = { PATH: `${folder}:${process.env['PATH']}`, HOME: folder, TERM: 'dumb' };

  before(() => {
    writeFileSync(command, `#!/bin/sh\nexec ${process.execPath} ${path.resolve(hostFile('hosts/cli/main.ts'))} "$@"\n`);
    chmodSync(command, 0o755);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const wordsOf = (line: string) => wordsAfter(line.split(' '), commands);

  it('knows commands, their further words, their options and the values of a closed set', async () => {
    expect(await wordsOf('')).to.include.members(['start', 'events', 'admin', 'help', 'version']);
    expect(await wordsOf('events ')).to.deep.equal(['tail', 'list', 'resend']);
    expect(await wordsOf('help events ')).to.deep.equal(['tail', 'list', 'resend']);
    expect(await wordsOf('admin ')).to.include.members(['org', 'key', 'connection']);
    expect(await wordsOf('admin key create --')).to.deep.equal([
      '--org',
      '--environment',
      '--name',
      '--scopes',
      '--expires',
      '--connections',
      ...['--kind', '--tools', '--limits', '--approval', '--look-alike-hours'],
      '--json',
      '--help',
    ]);
    expect(await wordsOf('admin key create --environment ')).to.deep.equal(['test', 'live']);
    expect(await wordsOf('listen --forward-to ')).to.deep.equal([]);
    expect(await wordsOf('trigger ')).to.include.members(['invoice.paid', '--list']);
    expect(await wordsOf('trigger --json inv')).to.not.include('--json');
    expect(await wordsOf('completion ')).to.include.members(['bash', 'zsh', 'fish']);
    expect(await wordsOf('nowhere ')).to.deep.equal([]);
  });

  /** Types the keys in a terminal and waits for the expected text. */
  async function completes(shell: string, begin: string, keys: string, expected: RegExp): Promise<void> {
    const terminal = spawn('script', ['-qec', shell, '/dev/null'], { cwd: folder, env, detached: true });
    let seen = '';
    for (const stream of [terminal.stdout, terminal.stderr]) stream.on('data', (text) => (seen += String(text)));
    try {
      terminal.stdin.write(`${begin}; echo be"gun"\n`);
      await until(`the shell: ${seen}`, () => seen.includes('\nbegun'), 30_000);
      terminal.stdin.write(keys);
      await until('the word', () => expected.test(seen), 30_000).catch(() => expect(seen).to.match(expected));
    } finally {
      if (terminal.pid !== undefined) process.kill(-terminal.pid, 'SIGKILL');
    }
  }

  for (const [shell, begin] of [
    ['bash --norc -i', 'eval "$(ledgerport completion bash)"'],
    ['zsh -f -i', 'autoload -Uz compinit; compinit -u -D; eval "$(ledgerport completion zsh)"'],
  ] as const) {
    it(`is what ${shell} types at a tab`, async function () {
      const missing = ['script', shell.split(' ')[0] ?? ''].find((program) => !has(program));
      if (missing !== undefined) return leaveOut(this, `there is no ${missing} here`);
      await completes(shell, begin, 'ledgerport admin key rev\t', /admin key revoke /);
    });
  }

  it('is what fish finds', function () {
    if (!has('fish')) return leaveOut(this, 'there is no fish here');
    const line = 'ledgerport completion fish | source; complete -C "ledgerport admin key rev"';
    const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', line], { env, encoding: 'utf8' });
    expect(stdout.trim(), stderr).to.equal('revoke');
  });
});
