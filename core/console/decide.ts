// Members decide about the writes that wait: in a session of the console, and nowhere else. A decision is one transaction with what
// follows from it, so of two members one decides.
import type { Money } from '../domain/agent-act.ts';
import type { Verdict } from '../domain/approval.ts';
import { withdrawals } from '../domain/approval.ts';
import { approve, decline } from '../domain/approval-moves.ts';
import type { Caller, Environment, Plane } from '../domain/caller.ts';
import type { SignedIn } from '../domain/console-session.ts';
import { alreadyRunning, badRequest, conflict, notFound, ServiceError } from '../domain/errors.ts';
import type { OperationId } from '../domain/ids.ts';
import { isId } from '../domain/ids.ts';
import type { JsonObject } from '../domain/json.ts';
import { areEqualTotals, totalsOf } from '../domain/money.ts';
import { type Operation, waitingState } from '../domain/operation.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { Stores } from '../ports/storage.ts';
import { parse } from '../schemas/parse.ts';
import { ApprovalRequest, DecisionRequest } from '../schemas/requests/approvals.ts';
import { recordAct } from '../use-cases/access/record-act.ts';
import { announceProposal, noteDecided } from '../use-cases/approvals/announce-proposal.ts';
import { endHeld } from '../use-cases/approvals/end-held.ts';
import { contentOf } from '../use-cases/approvals/held-content.ts';
import { usableTenant } from '../use-cases/ledger/refused-access.ts';
import { endCancelled } from '../use-cases/operations/bulk-ending.ts';
import { findOperation } from '../use-cases/operations/read-operations.ts';
import { endIfDue, withdrawalOf } from '../use-cases/operations/withdraw-held.ts';
import type { Answered, Write } from '../use-cases/writes/claim-key.ts';
import { actingMembers, actorOf, once } from './acting.ts';
import { callerOf } from './session.ts';

export interface Asked<Body> {
  readonly environment: Environment;
  readonly write: Write<Body>;
}

/**
 * Approves or declines one write that waits; the same decision again changes nothing. Throws NOT_FOUND, CONFLICT
 * `already_decided`, why nobody can approve it any more (`approval_expired`, `key_revoked`, `key_expired`,
 * `connection_not_active`) or `already_running`, ACTION_REQUIRED for a connection that its customer must connect again, and
 * FORBIDDEN `second_factor_required`.
 */
export function decideHeld(ports: CorePorts, verdict: Verdict) {
  const find = findOperation(ports);
  return async (
    signedIn: SignedIn,
    { environment, operationId, write }: Asked<DecisionRequest> & { readonly operationId: string },
  ): Promise<Answered<Operation>> => {
    const caller = callerOf(signedIn, environment);
    const { id } = await find(caller, operationId);
    const { reason: comment = null } = parse(DecisionRequest, write.body ?? {});
    await endIfDue(ports)({ ...planeOf(caller), id });
    const decided = await once<Operation>(
      ports,
      { signedIn, environment, write },
      {
        act: [`operation.${verdict}`, id],
        queuesWork: verdict === 'approved',
        async draft() {
          return {
            forReplay: id,
            async apply(stores) {
              await assertMayDecide(stores, ports, signedIn);
              return decideOne(stores, ports, { signedIn, environment, verdict, comment: comment || null }, id);
            },
          };
        },
        replay: () => find(caller, id),
      },
    );
    ports.wakeUp.signal();
    return decided;
  };
}

/**
 * Approves many at once: all of them or none. Throws as for one, naming the operation, BAD_REQUEST, and CONFLICT `total_changed` if
 * `total` is not their sum.
 */
export function approveMany(ports: CorePorts) {
  return async (
    signedIn: SignedIn,
    { environment, write }: Asked<ApprovalRequest>,
  ): Promise<Answered<readonly Operation[]>> => {
    const { operation_ids, reason, total } = parse(ApprovalRequest, write.body);
    const caller = callerOf(signedIn, environment);
    const ids = idsOf(operation_ids);
    for (const id of ids) await endIfDue(ports)({ ...planeOf(caller), id });
    const decision = { signedIn, environment, verdict: 'approved', comment: reason || null } as const;
    const decided = await once<readonly Operation[]>(
      ports,
      { signedIn, environment, write },
      {
        act: ['operation.approved', ...ids],
        queuesWork: true,
        async draft() {
          return {
            forReplay: [...ids],
            async apply(stores) {
              await assertMayDecide(stores, ports, signedIn);
              if (total) await assertTotal(stores, ports, caller, { ids, total });
              const after: Operation[] = [];
              // In one order, so that two members do not wait for each other.
              for (const id of ids) after.push(await decideOne(stores, ports, decision, id));
              return after;
            },
          };
        },
        replay: () => Promise.all(ids.map((id) => findOperation(ports)(caller, id))),
      },
    );
    ports.wakeUp.signal();
    return decided;
  };
}

const planeOf = ({ organizationId, environment }: Caller): Plane => ({ organizationId, environment });

function idsOf(given: readonly string[]): readonly OperationId[] {
  const ids = given.map((id, i) => {
    if (isId('op', id)) return id;
    throw badRequest(`operation_ids[${i}]`, 'is not the id of an operation');
  });
  if (new Set(ids).size < ids.length) throw badRequest('operation_ids', 'names an operation twice');
  return ids.toSorted();
}

/** Checks the member, the session and its second factor again, until the decision is stored. */
async function assertMayDecide(stores: Stores, ports: CorePorts, signedIn: SignedIn): Promise<void> {
  await actingMembers(stores, ports, signedIn, 'operate');
  const organization = await stores.organizations.find(signedIn.organizationId);
  if (!organization?.requiresSecondFactor) return;
  const sessions = await stores.consoleSessions.list(signedIn.memberId, ports.clock.now());
  const own = sessions.find(({ id }) => id === signedIn.sessionId);
  if (own?.provenBy && own.provenBy !== 'password') return;
  const message = 'this session began without a second factor: sign in again with one';
  throw new ServiceError('FORBIDDEN', message, { reason: 'second_factor_required' });
}

interface Decision {
  readonly signedIn: SignedIn;
  readonly environment: Environment;
  readonly verdict: Verdict;
  readonly comment: string | null;
}

async function decideOne(stores: Stores, ports: CorePorts, decision: Decision, id: OperationId): Promise<Operation> {
  const { signedIn, environment, verdict, comment } = decision;
  const { organizationId, memberId, email } = signedIn;
  const before = await stores.operations.lock({ organizationId, environment }, id);
  if (!before) throw notFound('operation');
  const said = { by: { type: 'member', id: memberId, name: email } as const, comment };
  const now = ports.clock.now();
  const next = verdict === 'approved' ? approve : decline;
  if (before.state !== waitingState) return next(assertNotWithdrawn(before), said, now);
  if (verdict === 'approved') await assertApprovable(stores, ports, before);
  const after = await endCancelled(stores, next(before, said, now));
  if (!(await stores.operations.update(after, waitingState))) throw alreadyRunning(undefined);
  await (verdict === 'approved' ? noteDecided : endHeld)(stores, ports, after);
  await announceProposal(stores, ports, after, `operation.${verdict}`);
  const details = { ...(await askedBy(stores, signedIn, before)), ...(comment !== null && { comment }) };
  const act = { action: `operation.${verdict}`, subject: id, details };
  await recordAct(stores, ports, actorOf(signedIn, environment), act);
  return after;
}

/** Throws the reason for which it ended, if nobody decided; a decision is told by the moves. */
function assertNotWithdrawn(operation: Operation): Operation {
  const { error, approval, id } = operation;
  const reason = withdrawals.find((one) => one.reason === error?.reason)?.reason;
  if (approval?.decision || !reason || !error) return operation;
  throw new ServiceError('CONFLICT', error.message, { reason, operationId: id });
}

async function assertApprovable(stores: Stores, ports: CorePorts, waiting: Operation): Promise<void> {
  const reason = await withdrawalOf(stores, ports, waiting);
  if (reason) throw conflict(reason, 'this write can no longer be approved');
  const connection = waiting.connectionId && (await stores.connections.find(waiting, waiting.connectionId));
  if (connection) usableTenant(connection);
}

/** Both actors stand in the entry: the member by whom it is, and the key that asked. */
async function askedBy({ audit }: Stores, { organizationId, memberId }: SignedIn, { begunBy, approval }: Operation) {
  const keyId = begunBy?.id ?? '';
  const entries = await audit.listBySubjects(organizationId, [keyId], madeWithin);
  const isOwn = entries.some(({ action, actor }) => action === 'api_key.created' && actor === memberId);
  const key = { asked_by: keyId, asked_by_name: begunBy?.name ?? null, tool: approval?.proposal.tool ?? null };
  return { ...key, ...(isOwn && { own_key: true }) } satisfies JsonObject;
}

/** A key's entries are few: made, rolled, revoked. */
const madeWithin = 50;

async function assertTotal(
  stores: Stores,
  ports: CorePorts,
  plane: Plane,
  { ids, total }: { readonly ids: readonly OperationId[]; readonly total: Readonly<Record<string, string>> },
): Promise<void> {
  const amounts: Money[] = [];
  for (const id of ids) {
    const held = await stores.heldWrites.find(plane, id);
    const content = held && (await contentOf(ports, held));
    amounts.push(...(content?.shown.amounts ?? []));
  }
  const totals = totalsOf(amounts);
  if (areEqualTotals(totals, total)) return;
  const sum = Object.entries(totals).map(([currency, amount]) => `${currency} ${amount}`);
  throw conflict('total_changed', `the sum of these writes is ${sum.join(', ') || 'nothing'}: look at them again`);
}
