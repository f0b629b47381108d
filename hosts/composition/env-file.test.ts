import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { readEnvFile } from './env-file.ts';

describe('a file .env', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-env-'));
  const file = path.join(folder, '.env');
  after(() => rmSync(folder, { recursive: true }));

  const text = '# für uns\r\nFIRST=one\r\nSECOND="zwei # ü"\r\n';
  const marked = `\ufeff${text}`;
  const little = (content: string) => Buffer.from(content, 'utf16le');
  const encodings: Readonly<Record<string, Uint8Array>> = {
    'UTF-8': Buffer.from(text),
    'UTF-8 with a byte order mark': Buffer.from(marked),
    'UTF-16 as Windows writes it': little(marked),
    'UTF-16 without a mark': little(text),
    'UTF-16 with the high byte first': little(marked).swap16(),
  };
  for (const [name, bytes] of Object.entries(encodings)) {
    it(`is read in ${name}, also before a host`, () => {
      writeFileSync(file, bytes);
      expect(readEnvFile(file)).to.deep.equal({ FIRST: 'one', SECOND: 'zwei # ü' });
      const load = path.resolve('hosts/composition/load-env-file.ts');
      const printed = 'console.log(process.env.FIRST, process.env.SECOND)';
      const host = spawnSync(process.execPath, ['--import', load, '-e', printed], {
        cwd: folder,
        env: { SECOND: 'mine' },
        encoding: 'utf8',
      });
      expect([host.stdout, host.stderr]).to.deep.equal(['one mine\n', '']);
    });
  }

  it('is refused in a sentence that names the variable and not its value, where its letters are lost', () => {
    writeFileSync(file, Buffer.from('FIRST=one\nSECOND=geh\u00e4im\n', 'latin1'));
    expect(() => readEnvFile(file)).to.throw(/\.env: SECOND has letters that are not UTF-8: save the file as UTF-8$/);
    const load = path.resolve('hosts/composition/load-env-file.ts');
    const host = spawnSync(process.execPath, ['--import', load, '-e', ''], { cwd: folder, env: {}, encoding: 'utf8' });
    expect(host.status).to.equal(1);
    expect(host.stderr)
      .to.match(/^\.env: SECOND has letters .*\n$/)
      .and.not.contain('geh');
  });

  it('may be missing, and then nothing is said', () => {
    rmSync(file);
    expect(readEnvFile(file)).to.deep.equal({});
  });
});
