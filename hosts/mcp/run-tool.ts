// Runs a tool for a key, and turns whatever comes of it into an answer that a model can act on.
import { agentTools, type Caller, isJsonObject, meant, ServiceError, type ToolName, toolNames } from '#core';
import type { Host } from '../koa/routes/route.ts';
import { readArguments } from './inputs.ts';
import { nearestNames } from './nearest-names.ts';
import { type Answer, answered, type Company } from './present.ts';
import { refused } from './refusals.ts';
import { companyOf, type ToolCall } from './tool-call.ts';
import { mayUse, toolNamed, tools } from './tools.ts';

/** No call outlives a client's patience. */
export const answerWithinMs = 25_000;

export interface Asking {
  readonly caller: Caller;
  readonly host: Host;
  readonly name: unknown;
  readonly given: unknown;
  readonly left: AbortSignal;
  readonly requestId: string;
  readonly learn: ToolCall['learn'];
  /** Logs a defect and returns what callers may read of it. */
  readonly asError: (thrown: unknown) => ServiceError;
  readonly withinMs?: number;
}

export interface Ran extends Answer {
  readonly tool: ToolName | undefined;
  readonly error: ServiceError | undefined;
  readonly isReplayed: boolean;
  /** The work that goes on after the answer; it ends, and never throws. */
  readonly rest: Promise<unknown>;
}

type Answering = Omit<Ran, 'rest' | 'tool'>;

export async function runTool(asking: Asking): Promise<Ran> {
  const tool = toolNamed(asking.name);
  const state = { maybeCalled: false };
  const work = attempt(asking, tool, state);
  const writes = tool !== undefined && agentTools[tool].writes;
  // A read has bounds of its own; of a write nothing may be lost.
  const first = writes ? await Promise.race([work, stillRunning(asking, tool)]) : await work;
  return { ...first, tool, rest: work };
}

/** Resolves after 25 s, and keeps no process alive. */
function stillRunning({ withinMs = answerWithinMs, requestId, given }: Asking, tool: ToolName): Promise<Answering> {
  const message = `the write is still running after ${Math.round(withinMs / 1000)} s; it goes on`;
  const error = new ServiceError('IDEMPOTENCY_IN_PROGRESS', message, { reason: 'still_running', retryAfterSeconds: 5 });
  const { promise, resolve } = Promise.withResolvers<Answering>();
  setTimeout(() => {
    resolve({ ...refused({ tool, error, requestId, maybeCalled: true, ref: refOf(given) }), error, isReplayed: false });
  }, withinMs).unref();
  return promise;
}

async function attempt(
  asking: Asking,
  tool: ToolName | undefined,
  state: { maybeCalled: boolean },
): Promise<Answering> {
  const { caller, host, given, requestId } = asking;
  const ref = refOf(given);
  let call: ToolCall | undefined;
  try {
    if (tool === undefined || !mayUse(caller, tool)) throw noSuchTool(asking.name, caller);
    host.core.access.assertScope(caller, agentTools[tool].scope);
    const { own, fields } = readArguments(tools[tool].inputs, given);
    const countCall = () => {
      caller.countCall?.();
      state.maybeCalled = true;
    };
    const args = { ...own, ...fields };
    const asked = {
      tool,
      args,
      fields,
      caller: { ...caller, countCall },
      host,
      left: asking.left,
      learn: asking.learn,
    };
    call = asked;
    const told = await host.repeats.run(caller, { name: `mcp:${tool}`, said: args }, () => tools[tool].run(asked));
    return { ...answered(told), error: undefined, isReplayed: told.replayed === true };
  } catch (thrown) {
    const error = asking.asError(thrown);
    const beside = await besideOf(call, error);
    const answer = refused({ tool, error, requestId, maybeCalled: state.maybeCalled, ref, ...beside });
    return { ...answer, error, isReplayed: false };
  }
}

/** The company, and the nearest names of what the books do not know. What cannot be found now is left out. */
async function besideOf(call: ToolCall | undefined, error: ServiceError) {
  const id = call?.args['connection_id'];
  if (call === undefined || typeof id !== 'string') return {};
  const company: Company | undefined = await companyOf(call, id).catch(() => undefined);
  if (company === undefined) return {};
  const fields = await nearestNames(call, error).catch(() => []);
  return { company, fields };
}

/** A tool that the key may not use is refused like one that does not exist, and is not named as there. */
function noSuchTool(name: unknown, caller: Caller): ServiceError {
  const shown = typeof name === 'string' ? name.slice(0, 60) : '';
  const usable = toolNames.filter((one) => mayUse(caller, one));
  const isKnown = toolNamed(name) !== undefined;
  const message = isKnown
    ? `this key may not use the tool ${shown}`
    : `there is no tool of this name${meant(shown, usable)}`;
  return new ServiceError(isKnown ? 'FORBIDDEN' : 'NOT_FOUND', message, {
    reason: 'no_such_tool',
    outcome: 'not_applied',
  });
}

function refOf(given: unknown): string | undefined {
  const ref = isJsonObject(given) ? given['request_ref'] : undefined;
  return typeof ref === 'string' ? ref.slice(0, 100) : undefined;
}
