import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '#core';

/** An app that the sandbox knows: what a developer would otherwise type into the console. */
export interface DevelopmentApp {
  readonly provider_app_id: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly webhook_key: string;
}

/** `$DATA_DIR/dev-credentials.json`: what the first start made, for the developer and for scripts. */
export interface DevelopmentCredentials {
  readonly base_url: string;
  readonly sandbox_url: string;
  readonly organization_id: string;
  readonly console: { readonly email: string; readonly password: string };
  readonly api_keys: Readonly<Record<Environment, string>>;
  readonly provider_apps: Readonly<Record<Environment, DevelopmentApp>>;
}

function fileIn(dataDir: string): string {
  return path.join(dataDir, 'dev-credentials.json');
}

export function readCredentials(dataDir: string): DevelopmentCredentials | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as DevelopmentCredentials;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${fileIn(dataDir)} is not readable: remove the data folder to begin anew`, { cause: error });
  }
}

/** In place at once or not at all, readable by its owner only. */
export function writeCredentials(dataDir: string, credentials: DevelopmentCredentials): void {
  mkdirSync(dataDir, { recursive: true });
  const draft = `${fileIn(dataDir)}.new`;
  writeFileSync(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, fileIn(dataDir));
}
