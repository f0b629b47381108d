// What an agent asks for and a member decides about, as the gate hands it over.
import { randomUUID } from 'node:crypto';
import type { Core } from '../../../create-core.ts';
import { actorOf } from '../../../domain/actor.ts';
import type { Money, RecordAct } from '../../../domain/agent-act.ts';
import { automationType, type RecipeName } from '../../../domain/automation.ts';
import type { Caller } from '../../../domain/caller.ts';
import type { Connection } from '../../../domain/connection.ts';
import type { SignedIn } from '../../../domain/console-session.ts';
import type { ApiKeyId, RequestId } from '../../../domain/ids.ts';
import type { Json, JsonObject } from '../../../domain/json.ts';
import { isTerminal, type Operation } from '../../../domain/operation.ts';
import type { MemberRole } from '../../../domain/organization.ts';
import { planAutomation, plannedWrites } from '../../automations/create-automation.ts';
import { requestLedger } from '../../ledger/open-ledger.ts';
import { dryLedger } from '../../preflight/dry-ledger.ts';
import { draftOperation } from '../../queue/draft-operation.ts';
import { write } from '../../testing/connecting.ts';
import { refusalOf } from '../../testing/refusal.ts';
import type { Service, Tenancy } from '../../testing/service.ts';
import { foresee } from '../held-acts.ts';
import { hold } from '../hold.ts';

const password = 'correct horse battery staple';

export async function memberOf(
  { core, ports }: Pick<Service, 'core' | 'ports'>,
  { organizationId }: Pick<Tenancy, 'organizationId'>,
  role: MemberRole = 'owner',
  email = `${randomUUID()}@example.com`,
): Promise<SignedIn> {
  const passwordHash = await ports.passwords.hash(password);
  await core.access.createMember({ organizationId, email, role, passwordHash });
  const requestId = 'req-member' as RequestId;
  const made = await core.console.signIn({ email, password, agent: 'test', requestId });
  if (made.kind !== 'signed_in') throw new Error('nobody is signed in');
  return made.signedIn;
}

/** The caller of an agent's key that may write everything, with a member's approval. */
export async function agentOf({ core }: Service, member: SignedIn): Promise<Caller & { readonly actor: ApiKeyId }> {
  const asked = {
    environment: 'test',
    name: 'Clerk',
    scopes: ['read', 'write', 'automate'],
    connectionIds: null,
  } as const;
  const terms = { kind: 'agent', requiresApproval: 'all', expiresAt: null } as const;
  const { value } = await core.console.createKey(member, { ...asked, ...terms, write: write({}, undefined) });
  const caller = await core.access.authenticate(`Bearer ${value.secret}`, 'req-agent' as RequestId);
  return { ...caller, actor: value.key.id };
}

export interface Asked {
  readonly connection: Connection;
  readonly act: Omit<RecordAct, 'fields'>;
  readonly body?: Json;
  readonly amounts?: readonly Money[];
  readonly key?: string;
}

/** Holds a write as the gate does: a dry run, then the transaction that stores it. */
export async function propose({ ports }: Pick<Service, 'ports'>, caller: Caller, asked: Asked): Promise<Operation> {
  const { connection, body = {}, amounts = [], key = randomUUID() } = asked;
  const act = { ...asked.act, fields: {} };
  const ledger = dryLedger(requestLedger(ports, connection, caller, {}));
  const { bytes, before } = await foresee(ports, ledger, act, body);
  const asks = { key, body, ref: 'order 7' };
  const said = { origin: `key:${key}`, amounts, because: 'all', lookAlikes: [] } as const;
  return ports.storage.transaction((stores) =>
    hold(ports, stores, caller, { connection, write: asks, held: { kind: 'record', act, bytes, before }, ...said }),
  );
}

/** Holds an automation as the gate does: with the plan of a dry run. */
export async function proposeRecipe(
  { ports }: Pick<Service, 'ports'>,
  caller: Caller,
  connection: Connection,
  ...[recipe, input]: readonly [RecipeName, JsonObject]
): Promise<Operation> {
  const key = randomUUID();
  const plan = plannedWrites(await planAutomation(requestLedger(ports, connection, caller, {}), recipe, input));
  const operation = draftOperation(ports, caller, {
    ...{ type: automationType(recipe), connectionId: connection.id, subject: null, input, origin: `key:${key}` },
    ...{ requestId: caller.requestId, begunBy: actorOf(caller) },
  });
  const said = { origin: `key:${key}`, amounts: [], because: 'high', lookAlikes: [] } as const;
  return ports.storage.transaction((stores) =>
    hold(ports, stores, caller, {
      ...{ connection, write: { key, body: input }, held: { kind: 'operation', operation, plan } },
      ...said,
    }),
  );
}

/** Why it is refused: a reason, or the code where there is none. */
export async function whyNot(asked: Promise<unknown>): Promise<string> {
  const { code, details } = await refusalOf(asked);
  return details.reason ?? code;
}

export const decided = (member: SignedIn, { id }: Pick<Operation, 'id'>, reason?: string) =>
  [
    member,
    { environment: 'test', operationId: id, write: { key: undefined, body: reason ? { reason } : {} } },
  ] as const;

/** Lets workers run what is due, and nothing else, until the operation has ended or waits. */
export async function worked(
  { core, advance }: Service,
  caller: Caller,
  id: Operation['id'],
  by: Core = core,
): Promise<Operation> {
  for (let tries = 0; tries < 14; tries++) {
    await by.worker.sweep();
    for (const leased of await by.worker.claim(10)) await by.worker.run(leased, new AbortController().signal);
    const operation = await core.operations.find(caller, id);
    if (isTerminal(operation.state) || operation.state === 'awaiting_approval') return operation;
    advance(65);
  }
  const { state, error } = await core.operations.find(caller, id);
  throw new Error(`the operation does not end: ${state} ${error?.code} ${error?.message}`);
}
