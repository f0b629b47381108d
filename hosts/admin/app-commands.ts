import { environments, providerNamed } from '#core';
import type { Commands } from '../cli/command.ts';
import { firstProvider } from '../composition/ports.ts';
import { audit, command, composed, environment, org, organizationOf, provider, text } from './command.ts';
import { readSecrets } from './input.ts';

export const appCommands: Commands = {
  'app create': command(
    {
      does: 'registers an app at the provider; client secret and webhook key are two lines of standard input',
      options: {
        org,
        environment,
        provider,
        name: text('text', 'what it is called'),
        'client-id': text('text', 'its id at the provider'),
        default: { value: 'true|false', does: 'whether connect sessions take it that name none (default false)' },
        'daily-limit': text('calls', 'of each connection a day, where it may make fewer than usual'),
      },
      example: 'app create --org org_… --environment live --name Own --client-id … --default true',
    },
    composed(async ({ core, ports }, given) => {
      const provider = providerNamed(ports, given.text('provider') ?? firstProvider);
      const most = ports.providers[provider]?.traits.limits.perDay ?? 0;
      const isLimited = given.text('daily-limit') !== undefined;
      const app = {
        provider,
        environment: given.oneOf('environment', environments),
        name: given.required('name'),
        clientId: given.required('client-id'),
        makeDefault: given.oneOf('default', ['true', 'false'], 'false') === 'true',
        ...(isLimited && { dailyCallLimit: given.whole('daily-limit', 1, most) }),
      };
      const organizationId = await organizationOf(ports, given);
      const [clientSecret = '', webhookKey = ''] = await readSecrets(2);
      const made = await core.access.registerProviderApp({ organizationId, clientSecret, webhookKey, ...app });
      await audit(ports, made, 'provider_app.registered', { name: made.name });
      const { baseUrl } = ports.settings;
      return {
        providerAppId: made.id,
        status: made.status,
        dailyCallLimit: made.dailyCallLimit,
        redirectUri: `${baseUrl}/oauth/ledger/callback`,
        webhookUrl: `${baseUrl}/webhooks/${provider}/${made.id}`,
      };
    }),
  ),
  'app list': command(
    {
      does: 'lists the provider apps of an organization, without their secrets',
      options: { org },
      example: 'app list --org org_…',
    },
    composed(async ({ ports }, given) => {
      const organizationId = await organizationOf(ports, given);
      const planes = environments.map((environment) => ({ organizationId, environment }));
      const apps = (await Promise.all(planes.map((plane) => ports.storage.providerApps.list(plane)))).flat();
      return apps.map((app) => ({
        providerAppId: app.id,
        name: app.name,
        environment: app.environment,
        provider: app.provider,
        status: app.status,
        isDefault: app.isDefault,
        clientId: app.clientId,
        dailyCallLimit: app.dailyCallLimit,
        createdAt: app.createdAt,
      }));
    }),
  ),
};
