import {
  type AuditEntry,
  environments,
  memberRoles,
  type OrganizationId,
  passwordProblem,
  plans,
  temporaryPasswordHours,
} from '#core';
import type { Composition } from '../composition/compose.ts';
import type { Config } from '../composition/config.ts';
import { migrateDatabase } from '../composition/open-database.ts';
import { examine } from './doctor.ts';
import { type AdminArguments, type Report, readSecrets } from './input.ts';
import { rotateSecrets } from './rotate-secrets.ts';

type Run = (composition: Composition, args: AdminArguments) => Promise<Report>;

interface Command {
  readonly does: string;
  readonly usage: string;
  readonly run: Run;
}

/** A command that must work where the service does not start. */
interface ConfigCommand extends Omit<Command, 'run'> {
  readonly runOn: (config: Config) => Promise<Report>;
}

export const commands: Readonly<Record<string, Command | ConfigCommand>> = {
  migrate: { does: 'brings the schema of the database up to date', usage: '', runOn: migrateDatabase },
  doctor: { does: 'looks at runtime, secrets, database and clock, and changes nothing', usage: '', runOn: examine },
  'org create': { does: 'makes an organization', usage: '--name <text> --plan trial|paid', run: createOrganization },
  'org list': {
    does: 'lists organizations, oldest first, 1,000 at a time',
    usage: '[--after <org_…>]',
    run: listOrganizations,
  },
  'member create': {
    does: 'lets a person sign in to the console; the password is read from standard input',
    usage: '--org <org_…> --email <address> --role owner|developer|viewer',
    run: createMember,
  },
  'member list': { does: 'lists the members of an organization', usage: '--org <org_…>', run: listMembers },
  'member reset': {
    does: `gives a member a temporary password for ${temporaryPasswordHours} hours, and ends the member's sessions`,
    usage: '--org <org_…> --email <address>',
    run: resetMember,
  },
  'app create': {
    does: 'registers an app at the provider; client secret and webhook key are two lines of standard input',
    usage:
      '--org <org_…> --environment test|live --name <text> --client-id <text> [--default true] [--daily-limit <calls>]',
    run: createApp,
  },
  'key create': {
    does: 'makes an API key and prints its secret, this once',
    usage: '--org <org_…> --environment test|live --name <text>',
    run: createKey,
  },
  'key list': { does: 'lists the API keys of an organization', usage: '--org <org_…>', run: listKeys },
  'key revoke': { does: 'ends an API key', usage: '--org <org_…> --key <key_…>', run: revokeKey },
  'secrets rotate': {
    does: 'seals all stored secrets again under the first of ENCRYPTION_KEYS',
    usage: '[--wait-seconds <60>]',
    run: rotateSecrets,
  },
};

type Ports = Composition['ports'];
type Subject = Pick<AuditEntry, 'organizationId'> & { readonly id: string } & Partial<Pick<AuditEntry, 'environment'>>;

/** Writes an operator's act to the audit log, after the act and not in its transaction: a failure here fails aloud. */
function audit(
  { storage, ids, clock }: Ports,
  { id, organizationId, environment = null }: Subject,
  action: string,
  details: AuditEntry['details'] = {},
): Promise<void> {
  const entry = { organizationId, environment, actor: 'operator', action, subject: id, details };
  return storage.audit.record({ id: ids.next('audit'), requestId: ids.next('req'), at: clock.now(), ...entry });
}

async function createOrganization({ core, ports }: Composition, args: AdminArguments): Promise<Report> {
  const given = { name: args.required('name'), plan: args.oneOf('plan', plans) };
  const { id, name, plan, connectionLimit } = await core.access.createOrganization(given);
  await audit(ports, { organizationId: id, id }, 'organization.created', { name, plan });
  return { organization_id: id, name, plan, connection_limit: connectionLimit };
}

async function listOrganizations({ ports }: Composition, args: AdminArguments): Promise<Report> {
  const after = args.optional('after') as OrganizationId | undefined;
  const organizations = await ports.storage.organizations.list({ limit: 1_000, after });
  return organizations.map(({ id, name, plan, createdAt }) => ({
    organization_id: id,
    name,
    plan,
    created_at: createdAt,
  }));
}

async function createMember({ core, ports }: Composition, args: AdminArguments): Promise<Report> {
  const organizationId = await organizationOf(ports, args);
  const [email, role] = [args.required('email'), args.oneOf('role', memberRoles)];
  const [password = ''] = await readSecrets(1);
  // The console's rules hold here too.
  const problem = passwordProblem(password, email);
  if (problem !== undefined) throw new Error(`the password ${problem}`);
  const passwordHash = await ports.passwords.hash(password);
  const made = await core.access.createMember({ organizationId, email, role, passwordHash });
  await audit(ports, made, 'member.created', { role });
  return { member_id: made.id, email: made.email, role };
}

async function listMembers({ ports }: Composition, args: AdminArguments): Promise<Report> {
  const members = await ports.storage.members.list(await organizationOf(ports, args));
  return members.map(({ id, email, role, temporaryPasswordUntil, createdAt }) => ({
    ...{ member_id: id, email, role, created_at: createdAt, temporary_password_until: temporaryPasswordUntil },
  }));
}

async function resetMember({ core, ports }: Composition, args: AdminArguments): Promise<Report> {
  const organizationId = await organizationOf(ports, args);
  const email = args.required('email').trim().toLowerCase();
  const members = await ports.storage.members.list(organizationId);
  const known = members.find((member) => member.email === email);
  if (!known) throw new Error(`--email: no member of ${organizationId} has the address ${email}`);
  const { member, temporaryPassword, sessionsEnded } = await core.console.resetMember(known);
  await audit(ports, member, 'member.password_reset', { sessions_ended: sessionsEnded });
  return {
    ...{ member_id: member.id, email: member.email, temporary_password: temporaryPassword },
    temporary_password_until: member.temporaryPasswordUntil,
  };
}

async function createApp({ core, ports }: Composition, args: AdminArguments): Promise<Report> {
  const organizationId = await organizationOf(ports, args);
  const [clientSecret = '', webhookKey = ''] = await readSecrets(2);
  const dailyCallLimit = args.whole('daily-limit', 1, ports.gateway.traits.limits.perDay);
  const made = await core.access.registerProviderApp({
    organizationId,
    environment: args.oneOf('environment', environments),
    name: args.required('name'),
    clientId: args.required('client-id'),
    ...{ clientSecret, webhookKey },
    makeDefault: args.optional('default') === 'true',
    ...(dailyCallLimit === undefined ? {} : { dailyCallLimit }),
  });
  await audit(ports, made, 'provider_app.registered', { name: made.name });
  const { baseUrl } = ports.settings;
  return {
    provider_app_id: made.id,
    status: made.status,
    daily_call_limit: made.dailyCallLimit,
    redirect_uri: `${baseUrl}/oauth/ledger/callback`,
    webhook_url: `${baseUrl}/webhooks/ledger/${made.id}`,
  };
}

async function createKey({ core, ports }: Composition, args: AdminArguments): Promise<Report> {
  const { key, secret } = await core.access.issueKey({
    organizationId: await organizationOf(ports, args),
    environment: args.oneOf('environment', environments),
    name: args.required('name'),
  });
  await audit(ports, key, 'api_key.created', { name: key.name });
  return { key_id: key.id, environment: key.environment, name: key.name, secret };
}

async function listKeys({ ports }: Composition, args: AdminArguments): Promise<Report> {
  const keys = await ports.storage.apiKeys.list(await organizationOf(ports, args));
  return keys.map((key) => ({
    key_id: key.id,
    name: key.name,
    environment: key.environment,
    shown: `acct_${key.environment}_…${key.lastFour}`,
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
    revoked_at: key.revokedAt,
  }));
}

async function revokeKey({ core, ports }: Composition, args: AdminArguments): Promise<Report> {
  const [organizationId, id] = [await organizationOf(ports, args), args.required('key')];
  await core.access.revokeKey(organizationId, id);
  await audit(ports, { organizationId, id }, 'api_key.revoked');
  return { key_id: id, revoked: true };
}

async function organizationOf({ storage }: Ports, args: AdminArguments): Promise<OrganizationId> {
  const given = args.required('org');
  const found = await storage.organizations.find(given as OrganizationId);
  if (!found) throw new Error(`--org: there is no organization ${given}; "org list" shows all`);
  return found.id;
}
