import {
  connectionLimitMost,
  type Member,
  memberRoles,
  normalAddress,
  type OrganizationId,
  passwordProblem,
  plans,
  temporaryPasswordHours,
} from '#core';
import { type Commands, Failure, type Given, type Option, UsageError } from '../cli/command.ts';
import { audit, command, composed, org, organizationOf, type Ports, text } from './command.ts';
import { readSecrets } from './input.ts';

const plan: Option = { value: plans.join('|'), does: 'its contract' };
const connections: Option = {
  value: '<n>|none',
  does: 'how many connections it may have (default: 3 with the plan trial, none, that is no limit, with paid)',
};

export const organizationCommands: Commands = {
  'org create': command(
    {
      does: 'makes an organization',
      options: { name: text('text', 'what it is called'), plan, connections },
      example: 'org create --name Acme --plan paid',
    },
    composed(async ({ core, ports }, given) => {
      const asked = { name: given.required('name'), plan: given.oneOf('plan', plans) };
      const wanted = limitOf(given);
      const { id, name, plan, connectionLimit } = await core.access.createOrganization({ ...asked, ...wanted });
      const made = { name, plan, ...(wanted && { connection_limit: connectionLimit }) };
      await audit(ports, { organizationId: id, id }, 'organization.created', made);
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
      const reports = organizations.map(async ({ id, name, plan, connectionLimit, createdAt }) => {
        const connections = await ports.storage.connections.countCounted(id);
        return { organizationId: id, name, plan, connections, connectionLimit, createdAt };
      });
      return Promise.all(reports);
    }),
  ),
  'org update': command(
    {
      does: 'changes the name, the plan or the connection limit of an organization',
      more: 'Another plan changes the limit only if it was the plan’s own. Under a lower limit the connections stay, and new ones are refused.',
      options: { org, name: text('text', 'what it is called'), plan, connections },
      example: 'org update --org org_… --connections 250',
    },
    composed(async ({ core, ports }, given) => {
      const name = given.text('name');
      const plan = given.text('plan') === undefined ? undefined : given.oneOf('plan', plans);
      const wanted = { ...(name && { name }), ...(plan && { plan }), ...limitOf(given) };
      if (Object.keys(wanted).length === 0) throw new UsageError('name what to change: --name, --plan, --connections');
      const id = await organizationOf(ports, given);
      const changed = await core.access.updateOrganization({ id, ...wanted });
      const { connectionLimit } = changed;
      const inUse = await ports.storage.connections.countCounted(id);
      return { organizationId: id, name: changed.name, plan: changed.plan, connections: inUse, connectionLimit };
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
      const known = await memberOf(ports, organizationId, email);
      const { member, temporaryPassword, sessionsEnded } = await core.console.resetMember(known);
      await audit(ports, member, 'member.password_reset', { sessions_ended: sessionsEnded });
      const { temporaryPasswordUntil } = member;
      return { memberId: member.id, email, temporaryPassword, temporaryPasswordUntil };
    }),
  ),
  'member remove': command(
    {
      does: 'takes a member out of an organization and ends the member’s sessions',
      more: 'The last owner stays: make another owner first.',
      options: { org, email: text('address', 'of the member') },
      example: 'member remove --org org_… --email ann@example.com',
    },
    composed(async ({ core, ports }, given) => {
      const email = normalAddress(given.required('email'));
      const known = await memberOf(ports, await organizationOf(ports, given), email);
      await core.access.removeMember(known);
      return { memberId: known.id, email, removed: true };
    }),
  ),
};

async function memberOf({ storage }: Ports, organizationId: OrganizationId, email: string): Promise<Member> {
  const known = (await storage.members.list(organizationId)).find((member) => member.email === email);
  if (known) return known;
  throw new Failure(`--email: no member of ${organizationId} has the address ${email}; "member list" shows all`);
}

function limitOf(given: Given): { readonly connectionLimit: number | null } | undefined {
  const asked = given.text('connections');
  if (asked === undefined) return undefined;
  if (asked === 'none') return { connectionLimit: null };
  if (/^\d{1,7}$/.test(asked) && Number(asked) <= connectionLimitMost) return { connectionLimit: Number(asked) };
  throw new UsageError(`--connections must be a whole number up to ${connectionLimitMost}, or none`);
}
