// A live service whose HTTP host serves agents, with books, agent keys, and calls in both eras of the protocol.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Caller, JsonObject, ToolName } from '#core';
import { connected } from '../../../core/use-cases/testing/connecting.ts';
import { type LiveService, serveLive } from '../../koa/testing/live-service.ts';
import type { McpSettings } from '../serve.ts';

type Live = Parameters<typeof serveLive>[0];

export type KeyTerms = Partial<Parameters<LiveService['core']['access']['issueKey']>[0]>;

export interface ToolAnswer {
  readonly isError: boolean;
  readonly data: JsonObject;
  readonly text: string;
}

export interface ServedMcp extends LiveService {
  readonly plane: Caller;
  /** Makes an agent key of the plane; by default it may all and asks nobody. */
  agentKey(terms?: KeyTerms): Promise<string>;
  /** Calls a tool by a plain request of the new era. */
  tool(key: string, name: ToolName | string, given?: object): Promise<ToolAnswer>;
  /** Sends one message of the new era, with the three headers that it needs. */
  send(
    key: string | undefined,
    method: string,
    params?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response>;
  /** The official client, connected. Close it. */
  client(key: string, mode: 'legacy' | 'auto'): Promise<Client>;
}

export const protocolVersion = '2026-07-28';
const meta = {
  'io.modelcontextprotocol/protocolVersion': protocolVersion,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'tests', version: '1' },
};

let lastId = 0;

export async function serveMcp(options: Live & Partial<McpSettings> = {}): Promise<ServedMcp> {
  const { answerWithinMs, origins = ['https://inspector.example'], ...live } = options;
  const mcp = { origins, ...(answerWithinMs !== undefined && { answerWithinMs }) };
  const service = await serveLive(live, { mcp });
  const { test: plane } = await service.newOrganization();
  const url = `${service.url}/mcp`;
  const send: ServedMcp['send'] = (key, method, params = {}, headers = {}) => {
    const { name, uri } = params as { readonly name?: string; readonly uri?: string };
    return fetch(url, {
      method: 'POST',
      headers: {
        ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': protocolVersion,
        'Mcp-Method': method,
        ...((name ?? uri) === undefined ? {} : { 'Mcp-Name': name ?? uri }),
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method, params: { ...params, _meta: meta } }),
    });
  };
  return {
    ...service,
    plane,
    send,
    async agentKey(terms = {}) {
      const { organizationId, environment } = plane;
      const usual = {
        organizationId,
        environment,
        name: 'agent',
        kind: 'agent' as const,
        requiresApproval: 'none' as const,
      };
      const scopes = ['read', 'write', 'automate'] as const;
      return (await service.core.access.issueKey({ ...usual, scopes, ...terms })).secret;
    },
    async tool(key, name, given = {}) {
      const response = await send(key, 'tools/call', { name, arguments: given });
      const body = (await response.json()) as {
        result?: { isError?: boolean; structuredContent: JsonObject; content: { text: string }[] };
      };
      if (!body.result)
        throw new Error(`the call of ${name} was answered with ${response.status} ${JSON.stringify(body)}`);
      const { isError = false, structuredContent, content } = body.result;
      return { isError, data: structuredContent, text: content[0]?.text ?? '' };
    },
    async client(key, mode) {
      const client = new Client({ name: 'official', version: '2.4.0' }, { versionNegotiation: { mode } });
      await client.connect(
        new StreamableHTTPClientTransport(new URL(url), {
          requestInit: { headers: { Authorization: `Bearer ${key}` } },
        }),
      );
      return client;
    },
  };
}

/** A company with a sandbox's books, read into the lists. */
export async function givenCompany(service: LiveService, caller: Caller) {
  const tenant = await service.newTenant();
  const connection = await connected(service, caller, tenant);
  return { connection, tenant };
}
