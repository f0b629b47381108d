import {
  type ApiKey,
  type AuditEntry,
  environments,
  memberRoles,
  normalAddress,
  type OrganizationId,
  pageLimitMax,
  passwordProblem,
  plans,
  temporaryPasswordHours,
} from '#core';
import { type Composition, compose } from '../composition/compose.ts';
import type { Config } from '../composition/config.ts';
import { migrateDatabase } from '../composition/open-database.ts';
import { examine } from './doctor.ts';
import { type AdminArguments, type Report, readSecrets } from './input.ts';

interface Command {
  readonly does: string;
  readonly usage: string;
  readonly run: (config: Config, args: AdminArguments) => Promise<Report>;
}

/** What a command does where the service starts. */
function composed(act: (composition: Composition, args: AdminArguments) => Promise<Report>): Command['run'] {
  return async (config, args) => {
    const composition = await compose(config, 'admin');
    return act(composition, args).finally(() => composition.close());
  };
}

type Ports = Composition['ports'];
type Subject = Pick<AuditEntry, 'organizationId'> & { readonly id: string } & Partial<Pick<AuditEntry, 'environment'>>;

async function everyKey({ storage }: Ports, organizationId: OrganizationId): Promise<readonly ApiKey[]> {
  const keys: ApiKey[] = [];
  const first = await storage.apiKeys.list(organizationId, { limit: pageLimitMax, page: 1 });
  for (let page = first; ; ) {
    keys.push(...page.items);
    if (page.next === null) return keys;
    page = await storage.apiKeys.list(organizationId, { limit: pageLimitMax, after: page.next });
  }
}

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

async function organizationOf({ storage }: Ports, args: AdminArguments): Promise<OrganizationId> {
  const given = args.required('org');
  const found = await storage.organizations.find(given as OrganizationId);
  if (!found) throw new Error(`--org: there is no organization ${given}; "org list" shows all`);
  return found.id;
}

export const commands: Readonly<Record<string, Command>> = {
  migrate: { does: 'brings the schema of the database up to date', usage: '', run: migrateDatabase },
  doctor: { does: 'looks at runtime, secrets, database and clock, and changes nothing', usage: '', run: examine },
  'org create': {
    does: 'makes an organization',
    usage: '--name <text> --plan trial|paid',
    run: composed(async ({ core, ports }, args) => {
      const given = { name: args.required('name'), plan: args.oneOf('plan', plans) };
      const { id, name, plan, connectionLimit } = await core.access.createOrganization(given);
      await audit(ports, { organizationId: id, id }, 'organization.created', { name, plan });
      return { organizationId: id, name, plan, connectionLimit };
    }),
  },
  'org list': {
    does: 'lists organizations, oldest first, 1,000 at a time',
    usage: '[--after <org_…>]',
    run: composed(async ({ ports }, args) => {
      const after = args.optional('after') as OrganizationId | undefined;
      const organizations = await ports.storage.organizations.list({ limit: 1_000, after });
      return organizations.map(({ id, name, plan, createdAt }) => ({ organizationId: id, name, plan, createdAt }));
    }),
  },
  'member create': {
    does: 'lets a person sign in to the console; the password is read from standard input',
    usage: '--org <org_…> --email <address> --role owner|developer|viewer',
    run: composed(async ({ core, ports }, args) => {
      const organizationId = await organizationOf(ports, args);
      const [email, role] = [args.required('email'), args.oneOf('role', memberRoles)];
      const [password = ''] = await readSecrets(1);
      // The console's rules hold here too.
      const problem = passwordProblem(password, email);
      if (problem !== undefined) throw new Error(`the password ${problem}`);
      const passwordHash = await ports.passwords.hash(password);
      const made = await core.access.createMember({ organizationId, email, role, passwordHash });
      await audit(ports, made, 'member.created', { role });
      return { memberId: made.id, email: made.email, role };
    }),
  },
  'member list': {
    does: 'lists the members of an organization',
    usage: '--org <org_…>',
    run: composed(async ({ ports }, args) => {
      const members = await ports.storage.members.list(await organizationOf(ports, args));
      return members.map(({ id, email, role, createdAt, temporaryPasswordUntil }) => ({
        ...{ memberId: id, email, role, createdAt, temporaryPasswordUntil },
      }));
    }),
  },
  'member reset': {
    does: `gives a member a temporary password for ${temporaryPasswordHours} hours, and ends the member's sessions`,
    usage: '--org <org_…> --email <address>',
    run: composed(async ({ core, ports }, args) => {
      const organizationId = await organizationOf(ports, args);
      const email = normalAddress(args.required('email'));
      const members = await ports.storage.members.list(organizationId);
      const known = members.find((member) => member.email === email);
      if (!known) throw new Error(`--email: no member of ${organizationId} has the address ${email}`);
      const { member, temporaryPassword, sessionsEnded } = await core.console.resetMember(known);
      await audit(ports, member, 'member.password_reset', { sessions_ended: sessionsEnded });
      const { temporaryPasswordUntil } = member;
      return { memberId: member.id, email, temporaryPassword, temporaryPasswordUntil };
    }),
  },
  'app create': {
    does: 'registers an app at the provider; client secret and webhook key are two lines of standard input',
    usage:
      '--org <org_…> --environment test|live --name <text> --client-id <text> [--default true] [--daily-limit <calls>]',
    run: composed(async ({ core, ports }, args) => {
      const organizationId = await organizationOf(ports, args);
      const makeDefault = args.optional('default') !== undefined && args.oneOf('default', ['true', 'false']) === 'true';
      const [clientSecret = '', webhookKey = ''] = await readSecrets(2);
      const dailyCallLimit = args.whole('daily-limit', 1, ports.gateway.traits.limits.perDay);
      const made = await core.access.registerProviderApp({
        organizationId,
        environment: args.oneOf('environment', environments),
        name: args.required('name'),
        clientId: args.required('client-id'),
        ...{ clientSecret, webhookKey, makeDefault },
        ...(dailyCallLimit === undefined ? {} : { dailyCallLimit }),
      });
      await audit(ports, made, 'provider_app.registered', { name: made.name });
      const { baseUrl } = ports.settings;
      return {
        providerAppId: made.id,
        status: made.status,
        dailyCallLimit: made.dailyCallLimit,
        redirectUri: `${baseUrl}/oauth/ledger/callback`,
        webhookUrl: `${baseUrl}/webhooks/ledger/${made.id}`,
      };
    }),
  },
  'key create': {
    does: 'makes an API key and prints its secret, this once',
    usage: '--org <org_…> --environment test|live --name <text>',
    run: composed(async ({ core, ports }, args) => {
      const { key, secret } = await core.access.issueKey({
        organizationId: await organizationOf(ports, args),
        environment: args.oneOf('environment', environments),
        name: args.required('name'),
      });
      await audit(ports, key, 'api_key.created', { name: key.name });
      return { keyId: key.id, environment: key.environment, name: key.name, secret };
    }),
  },
  'key list': {
    does: 'lists the API keys of an organization',
    usage: '--org <org_…>',
    run: composed(async ({ ports }, args) => {
      const organizationId = await organizationOf(ports, args);
      const keys = await everyKey(ports, organizationId);
      return keys.map(({ id, name, environment, lastFour, createdAt, lastUsedAt, revokedAt }) => ({
        ...{ keyId: id, name, environment, shown: `acct_${environment}_…${lastFour}` },
        ...{ createdAt, lastUsedAt, revokedAt },
      }));
    }),
  },
  'key revoke': {
    does: 'ends an API key',
    usage: '--org <org_…> --key <key_…>',
    run: composed(async ({ core, ports }, args) => {
      const [organizationId, id] = [await organizationOf(ports, args), args.required('key')];
      await core.access.revokeKey(organizationId, id);
      await audit(ports, { organizationId, id }, 'api_key.revoked');
      return { keyId: id, revoked: true };
    }),
  },
  'secrets rotate': {
    does: 'lets a worker seal all stored secrets again under the first of ENCRYPTION_KEYS; doctor says how far it is',
    usage: '',
    run: composed(async ({ core, ports }) => {
      const { id, state, input } = await core.secrets.rotate(ports.ids.next('req'));
      return { operationId: id, state, keyId: input['key_id'] };
    }),
  },
};
