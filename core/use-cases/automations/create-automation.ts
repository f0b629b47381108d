import { actorOf } from '../../domain/actor.ts';
import { automationType, endedDocument, type RecipeName } from '../../domain/automation.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import { alreadyRunning, conflict, type FieldError, refusedFields } from '../../domain/errors.ts';
import { canonicalObject, isJsonObject, type Json, type JsonObject } from '../../domain/json.ts';
import type { Operation } from '../../domain/operation.ts';
import { resourceTypes } from '../../domain/resource.ts';
import { familyOf } from '../../families/all-families.ts';
import type { IdForms } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { ProviderTraits } from '../../ports/provider.ts';
import type { Stores } from '../../ports/storage.ts';
import { parse } from '../../schemas/parse.ts';
import {
  AutomationHead,
  type AutomationInput,
  type AutomationRequest,
  automationRequests,
} from '../../schemas/requests/automations.ts';
import type { Passing } from '../agents/judge.ts';
import { inRefs, withOwnIds } from '../agents/request.ts';
import { weighedPlan, workGate } from '../agents/work-gate.ts';
import { requireConnection } from '../connections/read-connections.ts';
import { type Ledger, requestLedger } from '../ledger/open-ledger.ts';
import { usableTenant } from '../ledger/refused-access.ts';
import type { Patience } from '../ledger/wait-for-budget.ts';
import { findOperation } from '../operations/read-operations.ts';
import { dryLedger } from '../preflight/dry-ledger.ts';
import { providerOf } from '../providers/provider-of.ts';
import { draftOperation } from '../queue/draft-operation.ts';
import { knownTracking } from '../resources/books-knowledge.ts';
import { droppedFields } from '../resources/dropped-fields.ts';
import { requireProviderId, wrongIds } from '../resources/resource-target.ts';
import { changeOnce } from '../writes/change-once.ts';
import type { Write } from '../writes/claim-key.ts';
import { requestOrigin } from '../writes/provider-key.ts';
import type { Recipe } from './recipe.ts';
import { assertRecipe, recipes } from './recipes.ts';

type Automated =
  | { readonly kind: 'queued'; readonly operation: Operation; readonly replayed: boolean }
  /** A dry run: nothing was written anywhere. */
  | { readonly kind: 'planned'; readonly plan: AutomationPlan };

export type AutomationPlan = Awaited<ReturnType<typeof planAutomation>>;

/**
 * Queues a recipe, or with `dry_run` plans what it would write. Throws BAD_REQUEST naming the field, NOT_FOUND, CONFLICT
 * `not_supported_by_provider`, `zero_retention`, `connection_not_active` or `already_running`, ACTION_REQUIRED, RATE_LIMITED `operations_backlog`, and
 * for a dry run what the recipe's checks throw.
 */
export function createAutomation(ports: CorePorts) {
  const find = findOperation(ports);
  return async (
    caller: Caller,
    asking: Patience & { readonly write: Write<AutomationRequest> },
  ): Promise<Automated> => {
    const { write } = asking;
    const { connection, provider, recipe, request, input } = await parsedAutomation(ports, caller, write);
    if (request.dry_run) {
      await requireKnown(ports, connection, { caller, asking, input });
      const ledger = requestLedger(ports, connection, caller, asking);
      return { kind: 'planned', plan: await planAutomation(ledger, recipe, input) };
    }
    const act = ['automation.create', recipe];
    const asked = { recipe, input: withOwnIds(input, provider.traits), metadata: request.metadata ?? {} };
    const gate = await workGate(ports, caller, { connection, act, write, body: canonicalObject(asked) });
    const keyed = gate?.write ?? write;
    const operation = draftOperation(ports, caller, {
      type: automationType(recipe),
      connectionId: connection.id,
      subject: documentOf(provider.traits, recipe, input),
      input,
      origin: requestOrigin(keyed),
      metadata: canonicalObject(request.metadata ?? {}),
      requestId: caller.requestId,
      begunBy: actorOf(caller),
    });
    const changed = changeOnce(ports, caller, keyed, {
      act: gate ? act : ['automation.create'],
      keyRequired: true,
      connection,
      queuesWork: true,
      async draft() {
        await requireKnown(ports, connection, { caller, asking, input });
        const weighed = gate && (await weighedRecipe(gate.passing, { caller, asking, input }, recipe));
        const apply = async (stores: Stores) => {
          const admission = gate && weighed && ((drafted: Operation) => gate.admit(stores, drafted, weighed));
          return queue(stores, connection, { operation, admission });
        };
        return { forReplay: operation.id, apply };
      },
      replay: (stored) => find(caller, String(stored)),
    });
    const { value, replayed } = await changed.catch((error: unknown) => {
      throw inRefs(error, keyed);
    });
    return { kind: 'queued', operation: value, replayed };
  };
}

/** What the request asks for. Throws BAD_REQUEST naming the field, NOT_FOUND, and CONFLICT `not_supported_by_provider`. */
export async function parsedAutomation(ports: CorePorts, caller: Caller, write: Write<AutomationRequest>) {
  const named = await namedConnection(ports, caller, write.body);
  const { recipe } = parse(AutomationHead, write.body ?? {});
  const traits = named && providerOf(ports, named).traits;
  if (traits) assertRecipe(traits, recipe, {});
  const request = parse(automationRequests[recipe], write.body, (body) =>
    traits && isJsonObject(body)
      ? [...wrongIds(body['input'], traits, 'input'), ...dropped(traits, body['input'])]
      : [],
  );
  const connection = named ?? (await requireConnection(ports, caller, request.connection_id));
  const provider = providerOf(ports, connection);
  assertRecipe(provider.traits, recipe, request.input as AutomationInput<RecipeName>);
  requireSummed(recipe, request.input as AutomationInput<RecipeName>);
  const input = canonicalObject(request.input);
  return { connection, provider, recipe, request, input };
}

/** Throws BAD_REQUEST naming what of the input alone rules a run out. */
function requireSummed(name: RecipeName, input: AutomationInput<RecipeName>): void {
  const recipe: Recipe = recipes[name];
  const faults = recipe.faults?.(input) ?? [];
  if (faults.length > 0) throw refusedFields(faults.map((one) => ({ ...one, path: `input.${one.path}` })));
}

interface Request {
  readonly caller: Caller;
  readonly asking: Patience;
  readonly input: JsonObject;
}

/** Throws BAD_REQUEST for tracking in an input's documents that the books do not know, and as `assertAutomatable`. */
export async function requireKnown(ports: CorePorts, connection: Connection, { caller, asking, input }: Request) {
  assertAutomatable(connection);
  const documents = Object.entries(input).flatMap(([name, fields]) =>
    isJsonObject(fields) ? [{ fields, path: `input.${name}.` }] : [],
  );
  const known = await knownTracking(ports, requestLedger(ports, connection, caller, asking), documents);
  const faults = known.flatMap((one) => one.faults);
  if (faults.length > 0) throw refusedFields(faults);
}

/** What the provider drops from the new documents in an input, each under the name of its family. */
function dropped(traits: ProviderTraits, input: unknown): readonly FieldError[] {
  if (!isJsonObject(input)) return [];
  return resourceTypes.flatMap((type) => {
    const name = familyOf(type).singular.replaceAll(' ', '_');
    const fields = input[name];
    return isJsonObject(fields) ? droppedFields(traits, type, fields, { path: `input.${name}` }) : [];
  });
}

/** What a plan would write, by step: a person approves it, and a run makes it again and compares. */
export function plannedWrites({ steps }: Pick<AutomationPlan, 'steps'>): JsonObject {
  const writes = steps.flatMap(({ name, write }) => (write ? [[name, write as unknown as Json] as const] : []));
  return canonicalObject(Object.fromEntries(writes));
}

/** Makes a recipe's read-only checks and lists its steps in order. Throws the error that a run would end with. */
export async function planAutomation(ledger: Ledger, name: RecipeName, input: JsonObject) {
  const recipe: Recipe = recipes[name];
  const plan = await recipe.plan(ledger, input as AutomationInput<RecipeName>);
  // `skipped`: the step would have nothing to do.
  const steps = recipe.steps.map((step) => {
    return { ...step, skipped: step.writes && !(step.name in plan), write: plan[step.name] ?? null };
  });
  return { recipe: name, connectionId: ledger.connection.id, input, steps };
}

/** Answers 404 for another organization's connection before other errors in the body. */
async function namedConnection(ports: CorePorts, caller: Caller, body: unknown): Promise<Connection | undefined> {
  const id = isJsonObject(body) ? body['connection_id'] : undefined;
  return typeof id === 'string' && id !== '' ? requireConnection(ports, caller, id) : undefined;
}

/** Automations store what they write, so a connection with zero retention has none. */
function assertAutomatable(connection: Connection): void {
  if (connection.retentionMode === 'zero') {
    throw conflict('zero_retention', 'a connection with zero retention has no automations');
  }
  usableTenant(connection);
}

/** The provider's id of the document that the recipe ends, if it ends one. */
function documentOf(forms: IdForms, recipe: RecipeName, input: JsonObject): string | null {
  const ended = recipe in endedDocument ? endedDocument[recipe as keyof typeof endedDocument] : undefined;
  return ended ? requireProviderId(ended.type, String(input[ended.field]), forms) : null;
}

interface Queued {
  readonly operation: Operation;
  /** Of an agent's caller: the operation as it is stored, if it waits for a person. */
  readonly admission?: ((operation: Operation) => Promise<Operation | undefined>) | undefined;
}

/** What an agent's automation would write, by its plan. Throws the error that a run would end with. */
export async function weighedRecipe(passing: Passing, { caller, asking, input }: Request, recipe: RecipeName) {
  const ledger = dryLedger(requestLedger(passing.ports, passing.connection, caller, asking));
  const made = await planAutomation(ledger, recipe, input);
  const planned = made.steps.flatMap(({ write }) => write ?? []);
  return weighedPlan(passing, ledger, { planned, plan: plannedWrites(made) });
}

/** Checks the connection again, because a disconnect cancels only what was queued before it. */
async function queue(stores: Stores, { id }: Connection, { operation, admission }: Queued): Promise<Operation> {
  const connection = await stores.connections.find(operation, id);
  if (connection) assertAutomatable(connection);
  const waiting = await admission?.(operation);
  if (waiting) return waiting;
  if (operation.subject === null) await stores.operations.insert([operation]);
  else {
    const id = await stores.operations.insertOnce(operation);
    if (id !== operation.id) throw alreadyRunning(id);
  }
  return operation;
}
