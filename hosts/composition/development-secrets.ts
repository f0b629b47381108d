import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from './config.ts';

interface Secrets {
  readonly encryptionKeys: string;
  readonly apiKeyPepper: string;
  readonly sessionSecret: string;
}

/** Outside production, generates missing secrets once and stores them in the data folder. */
export function secretsOf({ encryptionKeys, apiKeyPepper, sessionSecret, dataDir }: Config): Secrets {
  if (encryptionKeys && apiKeyPepper && sessionSecret) return { encryptionKeys, apiKeyPepper, sessionSecret };
  const stored = storedSecrets(path.join(dataDir, 'dev-secrets.json'));
  return {
    encryptionKeys: encryptionKeys ?? stored.encryptionKeys,
    apiKeyPepper: apiKeyPepper ?? stored.apiKeyPepper,
    sessionSecret: sessionSecret ?? stored.sessionSecret,
  };
}

/** When hosts start together, the first complete file wins. */
function storedSecrets(file: string): Secrets {
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, `${JSON.stringify(newSecrets(), null, 2)}\n`, { mode: 0o600, flush: true });
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      unlinkSync(draft);
    }
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
}

function newSecrets(): Secrets {
  return {
    encryptionKeys: `dev:${randomBytes(32).toString('base64')}`,
    apiKeyPepper: randomBytes(32).toString('base64url'),
    sessionSecret: randomBytes(32).toString('base64url'),
  };
}
