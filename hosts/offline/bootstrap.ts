import { randomBytes } from 'node:crypto';
import { type Environment, environments, type OrganizationId } from '#core';
import type { Composition } from '../composition/compose.ts';
import {
  type DevelopmentApp,
  type DevelopmentCredentials,
  readCredentials,
  writeCredentials,
} from './credentials-file.ts';

interface Addresses {
  readonly dataDir: string;
  readonly baseUrl: string;
  readonly sandboxUrl: string;
}

/** On an empty database, makes all that a developer needs; later starts only bring the addresses up to date. */
export async function bootstrap(composition: Composition, addresses: Addresses): Promise<DevelopmentCredentials> {
  const { dataDir, baseUrl, sandboxUrl } = addresses;
  const kept = readCredentials(dataDir);
  const empty = (await composition.ports.storage.organizations.list({ limit: 1 })).length === 0;
  if (!empty && !kept) {
    throw new Error(
      `the database has organizations, but ${dataDir}/dev-credentials.json is missing: restore it, or start with another DATA_DIR`,
    );
  }
  const credentials = kept && !empty ? kept : await createDevelopment(composition);
  const current = { ...credentials, base_url: baseUrl, sandbox_url: sandboxUrl };
  writeCredentials(dataDir, current);
  return current;
}

async function createDevelopment({ core, ports }: Composition): Promise<DevelopmentCredentials> {
  const organization = await core.access.createOrganization({ name: 'Development', plan: 'paid' });
  const password = randomBytes(12).toString('base64url');
  const member = await core.access.createMember({
    organizationId: organization.id,
    email: 'owner@localhost',
    role: 'owner',
    passwordHash: await ports.passwords.hash(password),
  });
  const keyFor = async (environment: Environment): Promise<string> =>
    (await core.access.issueKey({ organizationId: organization.id, environment, name: 'development' })).secret;
  const [test, live] = environments;
  return {
    base_url: '',
    sandbox_url: '',
    organization_id: organization.id,
    console: { email: member.email, password },
    api_keys: { test: await keyFor(test), live: await keyFor(live) },
    provider_apps: {
      test: await createApp(core, organization.id, test),
      live: await createApp(core, organization.id, live),
    },
  };
}

async function createApp(
  core: Composition['core'],
  organizationId: OrganizationId,
  environment: Environment,
): Promise<DevelopmentApp> {
  const clientId = `development-${environment}`;
  const clientSecret = randomBytes(24).toString('base64url');
  const webhookKey = randomBytes(32).toString('base64');
  const app = await core.access.registerProviderApp({
    organizationId,
    environment,
    name: `Sandbox (${environment})`,
    clientId,
    clientSecret,
    webhookKey,
    makeDefault: true,
  });
  return { provider_app_id: app.id, client_id: clientId, client_secret: clientSecret, webhook_key: webhookKey };
}

/** What a person would enter in the provider's developer portal: each app with the addresses that it calls back. */
export function sandboxApps({ base_url, provider_apps }: DevelopmentCredentials) {
  return environments.map((environment) => {
    const { provider_app_id, client_id, client_secret, webhook_key } = provider_apps[environment];
    return {
      ...{ client_id, client_secret, webhook_key },
      redirect_uris: [`${base_url}/oauth/ledger/callback`],
      webhook_url: `${base_url}/webhooks/ledger/${provider_app_id}`,
    };
  });
}
