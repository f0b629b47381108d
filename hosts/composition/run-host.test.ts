import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';

interface Child {
  readonly process: ChildProcess;
  readonly ended: Promise<number | null>;
  output(): string;
  says(text: string): Promise<void>;
}

describe('a host as a process', () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  function start(how: string): Child {
    const child = spawn(process.execPath, ['hosts/composition/testing/run-host-child.ts', how], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
    const ended = once(child, 'close').then(([code]) => code as number | null);
    return {
      process: child,
      ended,
      output: () => text,
      says: async (wanted) => {
        const late = Date.now() + 60_000;
        while (!text.includes(wanted)) {
          if (Date.now() > late) throw new Error(`never said ${wanted}: ${text}`);
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
      },
    };
  }

  it('ends with 0 when it is told to and closes', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const child = start('works');
      await child.says('started');
      child.process.kill(signal);
      expect(await child.ended).to.equal(0);
      expect(child.output()).to.equal('started\nclosing\n');
    }
  });

  it('closes what it has opened when it is told to while it starts, or right behind the last line of that', async () => {
    const told = { isToldAtOnce: 'started\nclosing\n', isToldWhileItStarts: 'started\nopen\nclosing\n' };
    for (const [how, output] of Object.entries(told)) {
      const child = start(how);
      expect(await child.ended, how).to.equal(0);
      expect(child.output()).to.equal(output);
    }
  });

  it('ends with 1 and one sentence when it cannot start', async () => {
    const child = start('refuses');
    expect(await child.ended).to.equal(1);
    expect(child.output()).to.equal('no such place\n');
  });

  it('ends with 1 when it does not close in time', async () => {
    const child = start('hangsBriefly');
    await child.says('started');
    child.process.kill('SIGTERM');
    expect(await child.ended).to.equal(1);
    expect(child.output()).to.contain('SIGTERM: not closed within 0.2 s');
  });

  it('ends at once at a second signal, but not at the echo of the first', async () => {
    const child = start('hangs');
    await child.says('started');
    const began = Date.now();
    child.process.kill('SIGINT');
    await child.says('closing');
    const again = setInterval(() => child.process.kill('SIGTERM'), 50);
    expect(await child.ended).to.equal(143);
    clearInterval(again);
    expect(Date.now() - began).to.be.within(1000, 5000);
  });

  for (const how of ['rejects', 'throws', 'rejectsWithout']) {
    it(`ends with 70 and a line without secrets when something ${how} and nobody handles it`, async () => {
      const child = start(how);
      expect(await child.ended).to.equal(70);
      const line = JSON.parse(child.output().split('\n')[1] ?? '');
      expect(line).to.include({ level: 'error' });
      expect(line.msg).to.match(/; the process ends$/);
      expect(child.output()).not.to.contain('MfKQ9r8GKYqrTwj');
      if (how !== 'rejectsWithout') expect(line.err.stack).to.contain('run-host-child');
    });
  }
});
