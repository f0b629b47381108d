import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { parseKeyRing } from '../../adapters/crypto/index.ts';
import { readConfig } from './config.ts';
import { secretsOf } from './development-secrets.ts';

describe('development secrets', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-secrets-'));
  after(() => rmSync(folder, { recursive: true }));

  it('are made once, usable, and readable by their owner only', () => {
    const config = readConfig({ DATA_DIR: path.join(folder, 'once') });
    const secrets = secretsOf(config);
    expect(secretsOf(config)).to.deep.equal(secrets);
    expect(parseKeyRing(secrets.encryptionKeys)).to.have.length(1);
    expect(secrets.apiKeyPepper).to.have.length.of.at.least(32);
    expect(statSync(path.join(folder, 'once', 'dev-secrets.json')).mode & 0o777).to.equal(0o600);
  });

  it('give way to what the environment gives', () => {
    const config = readConfig({ DATA_DIR: path.join(folder, 'given'), API_KEY_PEPPER: 'p'.repeat(40) });
    expect(secretsOf(config).apiKeyPepper).to.equal('p'.repeat(40));
  });

  it('are the same for hosts that start at the same moment', async () => {
    const script = `import { readConfig } from './hosts/composition/config.ts';
      import { secretsOf } from './hosts/composition/development-secrets.ts';
      console.log(secretsOf(readConfig({ DATA_DIR: ${JSON.stringify(path.join(folder, 'race'))} })).apiKeyPepper);`;
    const outputs = await Promise.all(Array.from({ length: 4 }, () => outputOf(script)));
    expect(new Set(outputs).size).to.equal(1);
    expect(outputs[0]?.trim()).to.have.length.of.at.least(32);
  });
});

function outputOf(script: string): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return new Promise((resolve) => child.once('close', () => resolve(text)));
}
