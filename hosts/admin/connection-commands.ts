import { environments, isId, operatorOf, type Plane, providerNamed, retentionModes } from '#core';
import { type Commands, Failure, type Given, type Option } from '../cli/command.ts';
import { firstProvider } from '../composition/ports.ts';
import {
  audit,
  command,
  composed,
  environment,
  every,
  org,
  organizationOf,
  type Ports,
  provider,
  text,
} from './command.ts';
import { readSecrets } from './input.ts';

const eitherEnvironment: Option = { ...environment, does: 'of this environment alone' };

export const connectionCommands: Commands = {
  'connection import': command(
    {
      does: 'takes over a customer’s consent to an own app; its refresh token is read from standard input',
      more: 'The token is spent by the first refresh, which proves it: whoever used it before must stop. The connection is active at once; docs/move-connections.md tells the whole way.',
      options: {
        org,
        environment,
        provider,
        account: text('id', 'your own id of the customer (external_account_id)'),
        tenant: text('id', 'the customer’s organization at the provider'),
        app: text('app_…', 'the provider app that the token is of (default: the environment’s default app)'),
        retention: { value: 'cached|zero', does: 'whether records are stored (default cached)' },
      },
      example: 'connection import --org org_… --environment live --account customer-1 --tenant … < token.txt',
    },
    composed(async ({ core, ports }, given) => {
      const asked = {
        provider: providerNamed(ports, given.text('provider') ?? firstProvider),
        environment: given.oneOf('environment', environments),
        externalAccountId: given.required('account'),
        tenantId: given.required('tenant'),
        providerAppId: given.text('app'),
        retentionMode: given.oneOf('retention', retentionModes, 'cached'),
      };
      const organizationId = await organizationOf(ports, given);
      const [refreshToken = ''] = await readSecrets(1);
      const made = await core.connections.import({ organizationId, refreshToken, ...asked });
      await audit(ports, made, 'connection.imported', { external_account_id: made.externalAccountId });
      const { id, status, providerTenantName, externalAccountId } = made;
      return { connectionId: id, status, externalAccountId, providerTenantName };
    }),
  ),
  'connection list': command(
    {
      does: 'lists the connections of an organization',
      options: { org, environment: eitherEnvironment },
      example: 'connection list --org org_… --environment live',
    },
    composed(async ({ ports }, given) => {
      const planes = await planesOf(ports, given);
      const lists = planes.map((plane) => every((page) => ports.storage.connections.list(plane, {}, page)));
      return (await Promise.all(lists)).flat().map((connection) => ({
        connectionId: connection.id,
        environment: connection.environment,
        externalAccountId: connection.externalAccountId,
        provider: connection.provider,
        providerTenantName: connection.providerTenantName,
        status: connection.status,
        lastSyncedAt: connection.lastSyncedAt,
        createdAt: connection.createdAt,
      }));
    }),
  ),
  'connection disconnect': command(
    {
      does: 'ends a connection: first at the provider, then its work, tokens and copied records',
      options: { connection: text('conn_…', 'which one; "connection list" shows all') },
      example: 'connection disconnect --connection conn_…',
    },
    composed(async ({ core, ports }, given) => {
      const id = given.required('connection');
      const found = isId('conn', id) ? await ports.storage.connections.findOfAny(id) : undefined;
      if (!found) throw new Failure(`--connection: there is no connection ${id}; "connection list" shows all`);
      const { organizationId, environment } = found;
      const operator = operatorOf(ports.ids.next('req'));
      const ended = await core.connections.disconnect({ organizationId, environment, ...operator }, id);
      return { connectionId: id, status: ended.status, externalAccountId: ended.externalAccountId };
    }),
  ),
  'endpoint list': command(
    {
      does: 'lists the webhook endpoints of an organization, without their secrets',
      options: { org, environment: eitherEnvironment },
      example: 'endpoint list --org org_…',
    },
    composed(async ({ ports }, given) => {
      const planes = await planesOf(ports, given);
      const lists = planes.map((plane) => every((page) => ports.storage.webhookEndpoints.list(plane, page)));
      return (await Promise.all(lists)).flat().map((endpoint) => ({
        webhookEndpointId: endpoint.id,
        environment: endpoint.environment,
        url: endpoint.url,
        eventTypes: endpoint.eventTypes,
        status: endpoint.status,
        statusReason: endpoint.statusReason,
        pausedAt: endpoint.pausedAt,
        consecutiveFailures: endpoint.consecutiveFailures,
        createdAt: endpoint.createdAt,
      }));
    }),
  ),
};

async function planesOf(ports: Ports, given: Given): Promise<readonly Plane[]> {
  const asked = given.text('environment') === undefined ? environments : [given.oneOf('environment', environments)];
  const organizationId = await organizationOf(ports, given);
  return asked.map((environment) => ({ organizationId, environment }));
}
