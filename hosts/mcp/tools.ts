// The tools: what the core says of each (scope, whether it writes), what its operations take, and words for models.
import { agentTools, type Caller, type ToolName, toolNames } from '#core';
import { listedSchema } from './inputs.ts';
import { operationNames } from './operations.ts';
import { readTools } from './read-tools.ts';
import type { Tool } from './tool.ts';
import { writeTools } from './write-tools.ts';

export const tools: Readonly<Record<ToolName, Tool>> = { ...readTools, ...writeTools };

export interface ListedTool {
  readonly name: ToolName;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown };
  readonly outputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** Shallow, so that no client refuses an answer by it after something was written; nothing validates at run time. */
const outputSchema = {
  type: 'object',
  properties: {
    company: { type: 'object' },
    items: { type: 'array', items: { type: 'object' } },
    record: { type: 'object' },
    operation: { type: 'object' },
    error: { type: 'object' },
    has_more: { type: 'boolean' },
    next_cursor: { type: 'string' },
    notes: { type: 'array', items: { type: 'string' } },
    untrusted: { type: 'array', items: { type: 'string' } },
    note: { type: 'string' },
    next: { type: 'string' },
  },
} as const;

function listed(name: ToolName): ListedTool {
  const { says, inputs, open } = tools[name];
  const { writes, destructive } = agentTools[name];
  return {
    name,
    description: says,
    inputSchema: listedSchema(inputs) as ListedTool['inputSchema'],
    outputSchema,
    annotations: {
      readOnlyHint: !writes,
      destructiveHint: destructive,
      // Hosts repeat by themselves what says so, and may: a repetition writes nothing again.
      idempotentHint: true,
      openWorldHint: open,
    },
  };
}

let all: readonly ListedTool[] | undefined;

/** Every tool that is offered, made at first use, in the order of the core's table. */
export function listedTools(): readonly ListedTool[] {
  all ??= toolNames.filter(isOffered).map(listed);
  return all;
}

/** A tool is offered once every operation behind it is there. */
function isOffered(name: ToolName): boolean {
  const { operations }: { readonly operations: readonly string[] } = agentTools[name];
  return operations.every((one) => one.endsWith('*') || operationNames.includes(one));
}

/** True if the key may use it: by its scopes, and by its list of tools. */
export function mayUse({ rights }: Caller, name: ToolName): boolean {
  if (!isOffered(name)) return false;
  const inList = rights?.agent?.tools?.includes(name) ?? true;
  return inList && (rights?.scopes.includes(agentTools[name].scope) ?? true);
}

export const toolNamed = (name: unknown): ToolName | undefined =>
  toolNames.find((one) => one === name && isOffered(one));
