// Does what a guide says: types its commands, saves its files, runs its program, and looks whether it sees what is shown.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Ledgerport } from '../../client/index.ts';
import { connect, type Organisation, sandboxOf } from '../../hosts/cli/sandbox.ts';
import { freePort, hostFile } from '../walk/processes.ts';
import { type Block, blocksOf, isFile, notRun, programName, programsOf } from './guide.ts';
import { Terminal } from './terminal.ts';

/** The terminal where commands end, and the one where the page's program runs. */
const [here, program] = ['here', 'program'];

type Terminals = Map<string, Terminal>;

export class Reader {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-guides-'));
  /** What the service has stored once it runs. */
  readonly #credentials = path.join(this.#folder, 'var/dev-credentials.json');
  readonly #ports: Readonly<Record<string, string>>;
  /** The service stays when the page is read. */
  readonly #service: Terminal;

  private constructor(ports: Readonly<Record<string, string>>) {
    this.#ports = ports;
    const modules = path.join(this.#folder, 'node_modules/@ledgerport/client');
    mkdirSync(modules, { recursive: true });
    mkdirSync(path.join(this.#folder, 'bin'));
    // As npm links it, but from its source, which is not built here.
    writeFileSync(path.join(modules, 'package.json'), '{ "type": "module", "exports": "./index.ts" }');
    symlinkSync(path.resolve('client/index.ts'), path.join(modules, 'index.ts'));
    symlinkSync(process.execPath, path.join(this.#folder, 'bin/node'));
    const command = `exec node ${path.resolve(hostFile('hosts/cli/main.ts'))} "\${@:2}"`;
    const npx = `#!/bin/bash\n[ "$1" = ledgerport ] && ${command}\n[ "$1" = -c ] && exec bash -c "$2"\n`;
    writeFileSync(path.join(this.#folder, 'bin/npx'), npx, { mode: 0o755 });
    this.#service = this.#open();
  }

  /** Free ports take the place of those that the guides name. */
  static async with(): Promise<Reader> {
    const named = ['8080', '8090', '3000', '3001'];
    return new Reader(Object.fromEntries(await Promise.all(named.map(async (port) => [port, `${await freePort()}`]))));
  }

  /** Throws, with the place in the page, where something fails or is not as it is shown. */
  async follow(page: string): Promise<void> {
    for (const { file, text } of programsOf(page)) writeFileSync(path.join(this.#folder, file), this.#own(text));
    if (existsSync(this.#credentials)) await this.#connectAnother(page);
    const terminals: Terminals = new Map([['terminal-1', this.#service]]);
    let last = here;
    try {
      for (const block of blocksOf(page).filter(({ mark }) => mark !== notRun)) {
        last = await this.#do(block, last, terminals).catch((error: Error) => {
          throw new Error(`${block.at}: ${error.message}`);
        });
      }
    } finally {
      terminals.delete('terminal-1');
      for (const one of terminals.values()) await one.close();
    }
    for (const one of terminals.values()) one.expectNoFailure();
  }

  async close(): Promise<void> {
    await this.#service.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Answers in which terminal something was done, for what is shown next. */
  async #do({ language, mark, text: written, at }: Block, last: string, terminals: Terminals): Promise<string> {
    const text = this.#own(written);
    const terminal = (name: string): Terminal => {
      const known = terminals.get(name) ?? this.#open();
      terminals.set(name, known);
      return known;
    };
    if (language === 'ts' && isFile(mark)) return last;
    if (language === 'ts' && terminals.has(program)) return program;
    if (language === 'ts') {
      // In the terminal in which the reader has set the variables.
      await terminal(here).run('export -p > variables');
      terminal(program).start(`. ./variables; exec node ${programName(at)}`);
      return program;
    }
    const place = mark || (language === 'sh' ? here : last);
    if (language === 'text') await terminal(place).shows(text);
    else if (language !== 'sh') throw new Error(`a block in ${language} is not run: mark it ${notRun}`);
    else if (place === here) await terminal(here).run(text);
    else terminal(place).start(text);
    return place;
  }

  /**
   * The provider allows 60 calls a minute and organization. Who reads the pages does not use them up, but the test does:
   * so the customer of the quick start gets another organization, and the newest is the first in lists.
   */
  async #connectAnother(name: string): Promise<void> {
    const { base_url, sandbox_url, api_keys } = JSON.parse(readFileSync(this.#credentials, 'utf8'));
    const api = new Ledgerport({ apiKey: api_keys.test, baseUrl: base_url });
    const service = { api, url: base_url, environment: 'test', sandboxUrl: sandbox_url } as const;
    const sandbox = sandboxOf(service);
    const { tenant_id } = await sandbox.control<Organisation>('POST', 'organisations', { name, seed: 'small' });
    await connect(service, sandbox, { tenantId: tenant_id, externalAccountId: 'seeded-small-1' });
  }

  #open(): Terminal {
    const { '8080': PORT = '', '8090': SANDBOX_PORT = '' } = this.#ports;
    const NODE_COMPILE_CACHE = path.join(tmpdir(), 'ledgerport-compiled');
    const PATH = `${path.join(this.#folder, 'bin')}:${process.env['PATH']}`;
    return new Terminal(this.#folder, {
      ...{ PATH, HOME: this.#folder, PORT, SANDBOX_PORT, NODE_COMPILE_CACHE, NO_COLOR: '1' },
    });
  }

  #own(text: string): string {
    return text.replaceAll(/\b(8080|8090|3000|3001)\b/g, (port) => this.#ports[port] ?? port);
  }
}
