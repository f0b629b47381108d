// What clients and models get of the tools, held to the rules of every client that is known to break on more.
import { expect } from 'chai';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { agentTools, type Caller, isJsonObject, type JsonObject, keyScopes, type ToolName, toolNames } from '#core';
import { scopeOf } from '../koa/routes/route.ts';
import { notOffered } from './not-offered.ts';
import { operationNames, operationOf } from './operations.ts';
import { instructions, listedPrompts } from './prompts.ts';
import { type ListedTool, listedTools, mayUse } from './tools.ts';

const tools = listedTools();
const offered = tools.map(({ name }) => name);

/** Every schema within a schema, with its path. */
function* schemasIn(schema: JsonObject, path: string): Generator<readonly [path: string, schema: JsonObject]> {
  yield [path, schema];
  const { properties, items } = schema;
  if (isJsonObject(items)) yield* schemasIn(items, `${path}[]`);
  if (!isJsonObject(properties)) return;
  for (const [name, part] of Object.entries(properties)) yield* schemasIn(part as JsonObject, `${path}.${name}`);
}

/** What some client drops, cuts, throws on or refuses the whole request for. */
function faultsOf({ name, description, inputSchema, outputSchema, annotations }: ListedTool): string[] {
  const all = [
    ...schemasIn(inputSchema as JsonObject, name),
    ...schemasIn(outputSchema as JsonObject, `${name} answer`),
  ];
  const allowed = new Set(['type', 'format', 'enum', 'properties', 'required', 'items', 'description']);
  const inSchemas = all.flatMap(([path, schema]) => [
    ...Object.keys(schema)
      .filter((word) => !allowed.has(word))
      .map((word) => `${path} has ${word}`),
    ...(typeof schema['type'] === 'string' ? [] : [`${path} has no single type`]),
    ...(Array.isArray(schema['enum']) && schema['enum'].some((one) => typeof one !== 'string')
      ? [`${path} has other words than texts`]
      : []),
    ...(Array.isArray(schema['required'])
      ? schema['required']
          .filter((one) => !isJsonObject(schema['properties']) || !(String(one) in schema['properties']))
          .map((one) => `${path} requires ${one}, which it lacks`)
      : []),
  ]);
  const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;
  return [
    ...inSchemas,
    ...(/^[a-z_]{3,40}$/.test(name) ? [] : [`${name} is no name`]),
    ...(description.length > 0 && description.length <= 200
      ? []
      : [`${name} is described in ${description.length} characters`]),
    ...(inputSchema.type === 'object' && outputSchema.type === 'object' ? [] : [`${name} takes or answers no object`]),
    ...hints.filter((hint) => typeof annotations[hint] !== 'boolean').map((hint) => `${name} leaves ${hint} open`),
  ];
}

const callerWith = (
  scopes: Caller['rights'] extends infer R ? (R extends { scopes: infer S } ? S : never) : never,
  only: readonly ToolName[] | null = null,
) => ({ rights: { scopes, connectionIds: null, agent: { tools: only } } }) as unknown as Caller;

describe('the list of tools', () => {
  it('has nothing in it that a client breaks on', () => {
    expect(tools.flatMap(faultsOf)).to.deep.equal([]);
  });

  it('is judged by a rule that finds what clients break on', () => {
    const [good] = tools as [ListedTool];
    const bad: JsonObject[] = [
      { type: 'object', properties: { id: { $ref: '#/$defs/id' } } },
      { type: 'object', oneOf: [{ type: 'object' }] },
      { type: 'object', properties: { id: { type: ['string', 'null'] } } },
      { type: 'object', properties: { amount: { type: 'number', exclusiveMinimum: 0 } } },
      { type: 'object', properties: {}, required: ['id'] },
    ];
    for (const inputSchema of bad) {
      expect(faultsOf({ ...good, inputSchema: inputSchema as never }), JSON.stringify(inputSchema)).not.to.deep.equal(
        [],
      );
    }
    expect(
      faultsOf({ ...good, annotations: { ...good.annotations, openWorldHint: undefined as never } }),
    ).to.have.length(1);
    expect(faultsOf({ ...good, name: 'get-it' as never })).to.have.length(1);
  });

  it('weighs at most 8,000 tokens, and a tool 500', () => {
    const weights = tools.map(({ name, description, inputSchema }) => {
      return { name, tokens: countTokens(JSON.stringify({ name, description, inputSchema })) };
    });
    expect(weights.filter(({ tokens }) => tokens > 500)).to.deep.equal([]);
    expect(weights.reduce((sum, { tokens }) => sum + tokens, 0)).to.be.within(1_000, 8_000);
    expect(countTokens(instructions)).to.be.lessThan(300);
    expect(instructions.length).to.be.lessThan(1_000);
  });

  it('is in the order of the core’s table, and has each of its tools', () => {
    expect(offered).to.deep.equal(toolNames);
    expect(toolNames).to.have.length(30);
  });

  it('says of each tool what the core says: hints, and the company in each call', () => {
    for (const { name, annotations, inputSchema } of tools) {
      const { writes, destructive } = agentTools[name];
      expect(annotations.readOnlyHint, name).to.equal(!writes);
      expect(annotations.destructiveHint, name).to.equal(destructive);
      expect(annotations.idempotentHint, name).to.equal(true);
      const required = (inputSchema['required'] ?? []) as string[];
      const names = Object.keys(inputSchema['properties'] as object);
      const isCommon = name === 'list_companies' || name === 'describe_fields';
      expect(required.includes('connection_id'), name).to.equal(!isCommon);
      if (/^create_|^record_payment$|^run_automation$/.test(name)) expect(required, name).to.include('request_ref');
      else expect(names, name).not.to.include('request_ref');
      if (writes && name !== 'cancel_operation') expect(names, name).to.include.members(['preview', 'company_name']);
    }
  });

  it('shows a key what it may use, by scope and by its own list', () => {
    const shown = (caller: Caller) => toolNames.filter((name) => mayUse(caller, name));
    expect(shown(callerWith(['read']))).to.deep.equal(offered.filter((name) => agentTools[name].scope === 'read'));
    expect(shown(callerWith(['read', 'write', 'automate']))).to.deep.equal(offered);
    expect(shown(callerWith(['read', 'write'], ['list_contacts', 'run_automation']))).to.deep.equal(['list_contacts']);
    expect(shown(callerWith([]))).to.deep.equal([]);
    expect(keyScopes).to.include.members(['read', 'write', 'automate']);
  });
});

describe('the operations of the API', () => {
  const behind = new Set<string>(toolNames.flatMap((name) => [...agentTools[name].operations]));
  const isBehind = (operation: string) =>
    [...behind].some((one) => (one.endsWith('*') ? operation.startsWith(one.slice(0, -1)) : one === operation));

  it('are each behind a tool, or on the list of those that are not, with the reason', () => {
    const missing = operationNames.filter((name) => !isBehind(name) && notOffered(name) === undefined);
    expect(missing).to.deep.equal([]);
    expect(operationNames.filter((name) => isBehind(name) && notOffered(name) !== undefined)).to.deep.equal([]);
  });

  it('that are behind tools exist, and need no other scope than the tool', () => {
    for (const name of toolNames) {
      for (const operation of agentTools[name].operations) {
        if (operation.endsWith('*')) continue;
        const { route } = operationOf(operation);
        // A payment is the recipe of one payment: it needs `write`, and over REST the recipe needs `automate`.
        const isPayment = name === 'record_payment' && operation === 'createAutomation';
        // What an automation takes is described by a read.
        const scope = route.method === 'GET' || route.reads ? 'read' : scopeOf(route);
        if (!isPayment && scope !== 'read') expect(agentTools[name].scope, `${name} by ${operation}`).to.equal(scope);
        if (scope !== 'read') expect(agentTools[name].writes, name).to.equal(true);
      }
    }
  });
});

describe('prompts', () => {
  it('are three, and each argument is explained', () => {
    expect(listedPrompts().map(({ name }) => name)).to.deep.equal(['month_end', 'chase_overdue', 'check_new_bills']);
    for (const { arguments: taken } of listedPrompts())
      for (const { description } of taken) expect(description).not.to.equal('');
  });
});
