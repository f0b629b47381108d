import {
  environments,
  memberRoles,
  normalAddress,
  type OrganizationId,
  passwordProblem,
  plans,
  providerNamed,
  retentionModes,
  temporaryPasswordHours,
} from '#core';
import { type Commands, Failure, type Option } from '../cli/command.ts';
import { migrateDatabase } from '../composition/open-database.ts';
import { firstProvider } from '../composition/ports.ts';
import { audit, command, composed, environment, org, organizationOf, reporting, text } from './command.ts';
import { examine } from './doctor.ts';
import { readSecrets } from './input.ts';
import { keyCommands } from './key-commands.ts';

export const migrate = reporting(migrateDatabase);
export const doctor = reporting(examine);

const provider: Option = { value: '<name>', does: `the provider (default ${firstProvider})` };

export const commands: Commands = {
  migrate: command({ does: 'brings the schema of the database up to date', example: 'migrate' }, migrate),
  doctor: command(
    { does: 'looks at runtime, secrets, database and clock, and changes nothing', example: 'doctor' },
    doctor,
  ),
  'org create': command(
    {
      does: 'makes an organization',
      options: { name: text('text', 'what it is called'), plan: { value: 'trial|paid', does: 'its contract' } },
      example: 'org create --name Acme --plan paid',
    },
    composed(async ({ core, ports }, given) => {
      const asked = { name: given.required('name'), plan: given.oneOf('plan', plans) };
      const { id, name, plan, connectionLimit } = await core.access.createOrganization(asked);
      await audit(ports, { organizationId: id, id }, 'organization.created', { name, plan });
      return { organizationId: id, name, plan, connectionLimit };
    }),
  ),
  'org list': command(
    {
      does: 'lists organizations, oldest first, 1,000 at a time',
      options: { after: text('org_…', 'those behind this one') },
      example: 'org list --json',
    },
    composed(async ({ ports }, given) => {
      const after = given.text('after') as OrganizationId | undefined;
      const organizations = await ports.storage.organizations.list({ limit: 1_000, after });
      return organizations.map(({ id, name, plan, createdAt }) => ({ organizationId: id, name, plan, createdAt }));
    }),
  ),
  'member create': command(
    {
      does: 'lets a person sign in to the console; the password is read from standard input',
      options: {
        org,
        email: text('address', 'of the person'),
        role: { value: 'owner|developer|viewer', does: 'what the person may do' },
      },
      example: 'member create --org org_… --email ann@example.com --role owner',
    },
    composed(async ({ core, ports }, given) => {
      const [email, role] = [given.required('email'), given.oneOf('role', memberRoles)];
      const organizationId = await organizationOf(ports, given);
      const [password = ''] = await readSecrets(1);
      const problem = passwordProblem(password, email);
      if (problem !== undefined) throw new Failure(`the password ${problem}`);
      const passwordHash = await ports.passwords.hash(password);
      const made = await core.access.createMember({ organizationId, email, role, passwordHash });
      await audit(ports, made, 'member.created', { role });
      return { memberId: made.id, email: made.email, role };
    }),
  ),
  'member list': command(
    { does: 'lists the members of an organization', options: { org }, example: 'member list --org org_…' },
    composed(async ({ ports }, given) => {
      const members = await ports.storage.members.list(await organizationOf(ports, given));
      return members.map(({ id, email, role, createdAt, temporaryPasswordUntil }) => ({
        memberId: id,
        email,
        role,
        createdAt,
        temporaryPasswordUntil,
      }));
    }),
  ),
  'member reset': command(
    {
      does: `gives a member a temporary password for ${temporaryPasswordHours} hours, and ends the member's sessions`,
      options: { org, email: text('address', 'of the member') },
      example: 'member reset --org org_… --email ann@example.com',
    },
    composed(async ({ core, ports }, given) => {
      const email = normalAddress(given.required('email'));
      const organizationId = await organizationOf(ports, given);
      const members = await ports.storage.members.list(organizationId);
      const known = members.find((member) => member.email === email);
      if (!known) throw new Failure(`--email: no member of ${organizationId} has the address ${email}`);
      const { member, temporaryPassword, sessionsEnded } = await core.console.resetMember(known);
      await audit(ports, member, 'member.password_reset', { sessions_ended: sessionsEnded });
      const { temporaryPasswordUntil } = member;
      return { memberId: member.id, email, temporaryPassword, temporaryPasswordUntil };
    }),
  ),
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
  ...keyCommands,
  'secrets rotate': command(
    {
      does: 'lets a worker seal all stored secrets again under the first of ENCRYPTION_KEYS; doctor says how far it is',
      example: 'secrets rotate',
    },
    composed(async ({ core, ports }) => {
      const { id, state, input } = await core.secrets.rotate(ports.ids.next('req'));
      return { operationId: id, state, keyId: input['key_id'] };
    }),
  ),
};
