// A terminal of the reader: bash, what the guide sets in it, and all that is printed.
import { type ChildProcess, spawn } from 'node:child_process';
import { until } from '../../contract-tests/testing/until.ts';

const withinMs = 60_000;
const killed = 'SIGKILL';
const done = '[the block has ended]';

const open = new Set<Terminal>();
process.once('exit', () => {
  for (const terminal of open) terminal.kill();
});

export class Terminal {
  readonly #shell: ChildProcess;
  #exit: number | string | null = null;
  #output = '';
  /** What was printed before was compared already. */
  #from = 0;

  constructor(cwd: string, env: Readonly<Record<string, string>>) {
    // A group of its own, so that what it starts ends with it.
    this.#shell = spawn('bash', ['--norc', '-eo', 'pipefail'], { cwd, env, stdio: 'pipe', detached: true });
    for (const stream of [this.#shell.stdout, this.#shell.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
      });
    }
    this.#shell.once('close', (code, signal) => {
      this.#exit = code ?? signal;
      open.delete(this);
    });
    open.add(this);
  }

  /** Types what need not end. */
  start(command: string): void {
    this.#from = this.#output.length;
    this.#shell.stdin?.write(`${command}\n`);
  }

  /** Types commands and waits until the last one ends; throws when one fails. */
  async run(commands: string): Promise<void> {
    this.start(`${commands}\nprintf '${done}'`);
    await until('the end', () => this.#exit !== null || this.#fresh().includes(done), withinMs);
    if (this.#exit !== null) throw new Error(`a command failed (${this.#exit}):\n${this.#fresh()}`);
  }

  /** Waits for these lines in this order, others between them allowed; `…` stands for anything within a line. */
  async shows(expected: string): Promise<void> {
    const lines = expected.split('\n').map((line) => line.trim());
    const pattern = new RegExp(
      lines
        .filter((line) => /[^…]/.test(line))
        .map(patternOf)
        .join('[^]*?'),
    );
    const isSettled = () => this.#exit !== null || this.#fresh().includes(done) || pattern.test(this.#fresh());
    await until('it', isSettled, withinMs).catch(() => undefined);
    const found = pattern.exec(this.#fresh());
    if (!found) throw new Error(`the guide shows:\n${expected}\nprinted was:\n${this.#fresh()}`);
    this.#from += found.index + found[0].length;
  }

  async close(): Promise<void> {
    this.kill();
    await until('the terminal to close', () => this.#exit !== null);
  }

  expectNoFailure(): void {
    if (this.#exit !== 0 && this.#exit !== killed) throw new Error(`it ended with ${this.#exit}:\n${this.#output}`);
  }

  kill(): void {
    if (this.#exit === null && this.#shell.pid !== undefined) process.kill(-this.#shell.pid, killed);
  }

  #fresh(): string {
    return this.#output.slice(this.#from);
  }
}

function patternOf(line: string): string {
  return line
    .split('…')
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('.*');
}
