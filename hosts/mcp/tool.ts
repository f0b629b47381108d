import type { JsonObject } from '#core';
import type { Inputs } from './inputs.ts';
import type { Told } from './present.ts';
import type { ToolCall } from './tool-call.ts';

/** What a tool adds to what `agentTools` says of it. */
export interface Tool {
  /** A sentence or two for the model that chooses. */
  readonly says: string;
  readonly inputs: Inputs;
  /** True if its answer may have texts of others. */
  readonly open: boolean;
  readonly run: (call: ToolCall) => Promise<Told>;
}

/** The connection that is named; every tool that has it requires it. */
export const connectionOf = ({ args }: Pick<ToolCall, 'args'>): string => String(args['connection_id']);
export const textOf = (args: JsonObject, name: string): string | undefined => {
  const value = args[name];
  return typeof value === 'string' ? value : undefined;
};
