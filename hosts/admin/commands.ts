import {
  defaultBudget,
  type Environment,
  environments,
  type MemberRole,
  memberRoles,
  type OrganizationId,
  type Plan,
  passwordProblem,
  plans,
} from '#core';
import type { Composition } from '../composition/compose.ts';
import type { AdminArguments } from './arguments.ts';
import { noteAct } from './note-act.ts';
import { readSecret } from './read-secret.ts';
import { rotateSecrets } from './rotate-secrets.ts';

/** What a command prints: one object, or a list of them. */
export type Report = Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[];

type Command = (composition: Composition, args: AdminArguments) => Promise<Report>;

export const commands: Readonly<Record<string, { readonly usage: string; readonly run: Command }>> = {
  'org create': { usage: '--name <text> --plan trial|paid', run: createOrganization },
  'member create': {
    usage: '--org <org_…> --email <address> --role owner|developer|viewer   (password on standard input)',
    run: createMember,
  },
  'app create': {
    usage:
      '--org <org_…> --environment test|live --name <text> --client-id <text> [--default true] [--daily-limit <calls>]   (client secret and webhook key on two lines of standard input)',
    run: createApp,
  },
  'key create': { usage: '--org <org_…> --environment test|live --name <text>', run: createKey },
  'key list': { usage: '--org <org_…>', run: listKeys },
  'secrets rotate': { usage: '[--wait-seconds <60>]', run: rotateSecrets },
  'key revoke': { usage: '--org <org_…> --key <key_…>', run: revokeKey },
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

async function createMember({ core, ports, hashPassword }: Composition, args: AdminArguments): Promise<Report> {
  const email = args.required('email');
  const [password] = await readSecret(1);
  const made = await core.access.createMember({
    organizationId: organizationOf(args),
    email,
    role: oneOf<MemberRole>('role', args.required('role'), memberRoles),
    passwordHash: await hashPassword(goodPassword(password ?? '', email)),
  });
  await noteAct(ports, { ...made, action: 'member.created', details: { role: made.role } });
  return { member_id: made.id, email: made.email, role: made.role };
}

/** The console's rules hold here too. */
function goodPassword(password: string, email: string): string {
  const problem = passwordProblem(password, email);
  if (problem === undefined) return password;
  throw new Error(`the password ${problem}`);
}

async function createApp({ core, ports }: Composition, args: AdminArguments): Promise<Report> {
  const [clientSecret, webhookKey] = await readSecret(2);
  const made = await core.access.registerProviderApp({
    organizationId: organizationOf(args),
    environment: environmentOf(args),
    name: args.required('name'),
    clientId: args.required('client-id'),
    clientSecret: clientSecret ?? '',
    webhookKey: webhookKey ?? '',
    makeDefault: args.optional('default') === 'true',
    ...dailyLimitOf(args),
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
    organizationId: organizationOf(args),
    environment: environmentOf(args),
    name: args.required('name'),
  });
  await noteAct(ports, { ...key, action: 'api_key.created', details: { name: key.name } });
  return { key_id: key.id, environment: key.environment, name: key.name, secret };
}

async function listKeys({ ports }: Composition, args: AdminArguments): Promise<Report> {
  const keys = await ports.storage.apiKeys.list(organizationOf(args));
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
  const [organizationId, id] = [organizationOf(args), args.required('key')];
  await core.access.revokeKey(organizationId, id);
  await noteAct(ports, { organizationId, id, action: 'api_key.revoked', details: {} });
  return { key_id: args.required('key'), revoked: true };
}

function dailyLimitOf(args: AdminArguments): { readonly dailyCallLimit?: number } {
  const text = args.optional('daily-limit');
  if (text === undefined) return {};
  const calls = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (calls < 1 || calls > defaultBudget.perDay) {
    throw new Error(`--daily-limit must be a whole number from 1 to ${defaultBudget.perDay}`);
  }
  return { dailyCallLimit: calls };
}

function organizationOf(args: AdminArguments): OrganizationId {
  return args.required('org') as OrganizationId;
}

function environmentOf(args: AdminArguments): Environment {
  return oneOf<Environment>('environment', args.required('environment'), environments);
}

function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((a) => a === value);
  if (found === undefined) throw new Error(`--${name} must be one of ${allowed.join(', ')}`);
  return found;
}
