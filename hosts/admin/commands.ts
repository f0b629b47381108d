import {
  type Environment,
  environments,
  type MemberRole,
  memberRoles,
  type OrganizationId,
  type Plan,
  passwordProblem,
  plans,
  temporaryPasswordHours,
} from '#core';
import type { Composition } from '../composition/compose.ts';
import type { AdminArguments } from './arguments.ts';
import { noteAct } from './note-act.ts';
import { readSecret } from './read-secret.ts';
import { rotateSecrets } from './rotate-secrets.ts';

/** What a command prints: one object, or a list of them. */
export type Report = Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[];

const organizationsMost = 1_000;

type Command = (composition: Composition, args: AdminArguments) => Promise<Report>;

export interface Described {
  readonly does: string;
  readonly usage: string;
}

export const commands: Readonly<Record<string, Described & { readonly run: Command }>> = {
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
    does: 'seals all stored secrets anew under the first of ENCRYPTION_KEYS',
    usage: '[--wait-seconds <60>]',
    run: rotateSecrets,
  },
};

async function createOrganization({ core, ports }: Composition, args: AdminArguments): Promise<Report> {
  const made = await core.access.createOrganization({
    name: args.required('name'),
    plan: oneOf<Plan>('plan', args.required('plan'), plans),
  });
  const details = { name: made.name, plan: made.plan };
  await noteAct(ports, { organizationId: made.id, id: made.id, action: 'organization.created', details });
  return { organization_id: made.id, name: made.name, plan: made.plan, connection_limit: made.connectionLimit };
}

async function listOrganizations({ ports }: Composition, args: AdminArguments): Promise<Report> {
  const after = args.optional('after') as OrganizationId | undefined;
  const organizations = await ports.storage.organizations.list({ limit: organizationsMost, after });
  return organizations.map(({ id, name, plan, createdAt }) => ({
    ...{ organization_id: id, name, plan, created_at: createdAt.toISOString() },
  }));
}

async function createMember({ core, ports, hashPassword }: Composition, args: AdminArguments): Promise<Report> {
  const [organizationId, email] = [await organizationOf(ports, args), args.required('email')];
  const role = oneOf<MemberRole>('role', args.required('role'), memberRoles);
  const [password] = await readSecret(1);
  const made = await core.access.createMember({
    organizationId,
    email,
    role,
    passwordHash: await hashPassword(goodPassword(password ?? '', email)),
  });
  await noteAct(ports, { ...made, action: 'member.created', details: { role: made.role } });
  return { member_id: made.id, email: made.email, role: made.role };
}

async function listMembers({ ports }: Composition, args: AdminArguments): Promise<Report> {
  const members = await ports.storage.members.list(await organizationOf(ports, args));
  return members.map(({ id, email, role, temporaryPasswordUntil, createdAt }) => ({
    ...{ member_id: id, email, role, created_at: createdAt.toISOString() },
    temporary_password_until: temporaryPasswordUntil?.toISOString() ?? null,
  }));
}

async function resetMember({ core, ports }: Composition, args: AdminArguments): Promise<Report> {
  const organizationId = await organizationOf(ports, args);
  const email = args.required('email').trim().toLowerCase();
  const members = await ports.storage.members.list(organizationId);
  const known = members.find((member) => member.email === email);
  if (!known) throw new Error(`--email: no member of ${organizationId} has the address ${email}`);
  const { member, temporaryPassword, sessionsEnded } = await core.console.resetMember(known);
  await noteAct(ports, { ...member, action: 'member.password_reset', details: { sessions_ended: sessionsEnded } });
  return {
    ...{ member_id: member.id, email: member.email, temporary_password: temporaryPassword },
    temporary_password_until: member.temporaryPasswordUntil?.toISOString() ?? null,
  };
}

/** The console's rules hold here too. */
function goodPassword(password: string, email: string): string {
  const problem = passwordProblem(password, email);
  if (problem === undefined) return password;
  throw new Error(`the password ${problem}`);
}

async function createApp({ core, ports }: Composition, args: AdminArguments): Promise<Report> {
  const organizationId = await organizationOf(ports, args);
  const [clientSecret, webhookKey] = await readSecret(2);
  const made = await core.access.registerProviderApp({
    organizationId,
    environment: environmentOf(args),
    name: args.required('name'),
    clientId: args.required('client-id'),
    clientSecret: clientSecret ?? '',
    webhookKey: webhookKey ?? '',
    makeDefault: args.optional('default') === 'true',
    ...dailyLimitOf(ports, args),
  });
  await noteAct(ports, { ...made, action: 'provider_app.registered', details: { name: made.name } });
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
    environment: environmentOf(args),
    name: args.required('name'),
  });
  await noteAct(ports, { ...key, action: 'api_key.created', details: { name: key.name } });
  return { key_id: key.id, environment: key.environment, name: key.name, secret };
}

async function listKeys({ ports }: Composition, args: AdminArguments): Promise<Report> {
  const keys = await ports.storage.apiKeys.list(await organizationOf(ports, args));
  return keys.map((key) => ({
    key_id: key.id,
    name: key.name,
    environment: key.environment,
    shown: `acct_${key.environment}_…${key.lastFour}`,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  }));
}

async function revokeKey({ core, ports }: Composition, args: AdminArguments): Promise<Report> {
  const [organizationId, id] = [await organizationOf(ports, args), args.required('key')];
  await core.access.revokeKey(organizationId, id);
  await noteAct(ports, { organizationId, id, action: 'api_key.revoked', details: {} });
  return { key_id: args.required('key'), revoked: true };
}

function dailyLimitOf({ gateway }: Composition['ports'], args: AdminArguments): { readonly dailyCallLimit?: number } {
  const text = args.optional('daily-limit');
  if (text === undefined) return {};
  const calls = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  const { perDay } = gateway.traits.limits;
  if (calls < 1 || calls > perDay) {
    throw new Error(`--daily-limit must be a whole number from 1 to ${perDay}`);
  }
  return { dailyCallLimit: calls };
}

async function organizationOf({ storage }: Composition['ports'], args: AdminArguments): Promise<OrganizationId> {
  const given = args.required('org');
  const found = await storage.organizations.find(given as OrganizationId);
  if (!found) throw new Error(`--org: there is no organization ${given}; "org list" shows all`);
  return found.id;
}

function environmentOf(args: AdminArguments): Environment {
  return oneOf<Environment>('environment', args.required('environment'), environments);
}

function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((a) => a === value);
  if (found === undefined) throw new Error(`--${name} must be one of ${allowed.join(', ')}`);
  return found;
}
