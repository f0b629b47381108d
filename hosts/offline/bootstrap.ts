// Makes what a developer needs to begin (an organization, a member, keys and provider apps) and stores it in a file.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Environment, environments, keyScopes } from '#core';
import type { Composition } from '../composition/compose.ts';
import type { Config } from '../composition/config.ts';
import { firstProvider } from '../composition/ports.ts';

/** An app that the sandbox knows, as a developer would otherwise enter it in the console. */
interface DevelopmentApp {
  readonly provider_app_id: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly webhook_key: string;
}

/** The content of `$DATA_DIR/dev-credentials.json`, which the first start makes for the developer and for scripts. */
export interface DevelopmentCredentials {
  readonly base_url: string;
  readonly sandbox_url: string;
  readonly organization_id: string;
  readonly console: { readonly email: string; readonly password: string };
  readonly api_keys: Readonly<Record<Environment, string>>;
  readonly provider_apps: Readonly<Record<Environment, DevelopmentApp>>;
}

/** Fills an empty database for development; a later start only updates URLs. */
export async function bootstrap(
  composition: Composition,
  { dataDir, baseUrl }: Pick<Config, 'dataDir' | 'baseUrl'>,
  sandboxUrl: string,
): Promise<DevelopmentCredentials> {
  const stored = readCredentials(dataDir);
  const empty = (await composition.ports.storage.organizations.list({ limit: 1 })).length === 0;
  if (!empty && !stored) {
    throw new Error(
      `the database has organizations, but ${dataDir}/dev-credentials.json is missing: restore it, or begin anew, by "npx ledgerport reset" or with another DATA_DIR`,
    );
  }
  const credentials = stored && !empty ? stored : await createDevelopment(composition);
  const current = { ...credentials, base_url: baseUrl, sandbox_url: sandboxUrl };
  writeCredentials(dataDir, current);
  return current;
}

async function createDevelopment({ core, ports }: Composition) {
  const { id: organizationId } = await core.access.createOrganization({ name: 'Development', plan: 'paid' });
  const password = randomBytes(12).toString('base64url');
  const owner = { organizationId, email: 'owner@localhost', role: 'owner' } as const;
  const member = await core.access.createMember({ ...owner, passwordHash: await ports.passwords.hash(password) });
  const keyFor = async (environment: Environment): Promise<string> =>
    (await core.access.issueKey({ organizationId, environment, name: 'development', scopes: keyScopes })).secret;
  const appFor = async (environment: Environment): Promise<DevelopmentApp> => {
    const clientId = `development-${environment}`;
    const clientSecret = randomBytes(24).toString('base64url');
    const webhookKey = randomBytes(32).toString('base64');
    const app = await core.access.registerProviderApp({
      provider: firstProvider,
      organizationId,
      environment,
      name: `Sandbox (${environment})`,
      clientId,
      clientSecret,
      webhookKey,
      makeDefault: true,
    });
    return { provider_app_id: app.id, client_id: clientId, client_secret: clientSecret, webhook_key: webhookKey };
  };
  return {
    organization_id: organizationId,
    console: { email: member.email, password },
    api_keys: await inEach(keyFor),
    provider_apps: await inEach(appFor),
  };
}

async function inEach<T>(make: (environment: Environment) => Promise<T>): Promise<Readonly<Record<Environment, T>>> {
  return { test: await make('test'), live: await make('live') };
}

/** The apps as a person would enter them in the provider's developer portal. */
export function sandboxApps({ base_url, provider_apps }: DevelopmentCredentials) {
  return environments.map((environment) => {
    const { provider_app_id, client_id, client_secret, webhook_key } = provider_apps[environment];
    return {
      client_id,
      client_secret,
      webhook_key,
      redirect_uris: [`${base_url}/oauth/ledger/callback`],
      webhook_url: `${base_url}/webhooks/ledger/${provider_app_id}`,
    };
  });
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

/** Writes atomically; only the owner can read the file. */
function writeCredentials(dataDir: string, credentials: DevelopmentCredentials): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${fileIn(dataDir)}.new`;
  writeFileSync(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, fileIn(dataDir));
}
