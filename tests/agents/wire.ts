// One call of an agent over either door, by a client that may be cut at any moment.
import { Agent, type ClientRequest, request } from 'node:http';
import { isJsonObject, type Json, type JsonObject } from '#core';

/** When the client goes: in the middle of its request, so many milliseconds after its end, or when the answer begins. */
export type Cut =
  | { readonly when: 'never' }
  | { readonly when: 'before' }
  | { readonly when: 'during'; readonly afterMs: number }
  | { readonly when: 'after' };

export interface Call {
  readonly door: 'mcp' | 'rest';
  readonly tool: string;
  readonly args: JsonObject;
  /** Of a change over REST; a create has its reference. */
  readonly key?: string;
}

/** What an agent was told, whichever door it used; `lost` if it heard nothing that it can read. */
export type Told = { readonly kind: 'lost' } | Heard;

export interface Heard {
  readonly kind: 'done' | 'refused';
  readonly code: string;
  readonly reason: string;
  readonly written: 'no' | 'yes' | 'unknown';
  readonly replayed: boolean;
  /** Of the record, if one was told. */
  readonly id: string | undefined;
  readonly operation: { readonly id: string; readonly state: string; readonly why: string } | undefined;
  readonly lookAlike: { readonly id: string; readonly kind: string; readonly ref: string | null } | undefined;
  /** The whole answer. */
  readonly text: string;
  readonly body: JsonObject;
}

const protocolVersion = '2026-07-28';
const meta = {
  'io.modelcontextprotocol/protocolVersion': protocolVersion,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'chaos', version: '1' },
};
const answerWithinMs = 60_000;
const sockets = new Agent({ keepAlive: false, maxSockets: 200 });

interface Message {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

let lastId = 0;

/** Sends it to the host with the key, and reads the answer. A new JSON-RPC id each time. */
export async function callOver(url: string, secret: string, call: Call, cut: Cut): Promise<Told> {
  const message = call.door === 'mcp' ? mcpMessage(call) : restMessage(call);
  const got = await send(
    new URL(url),
    { ...message, headers: { ...message.headers, authorization: `Bearer ${secret}` } },
    cut,
  );
  if (got === 'lost') return { kind: 'lost' };
  // A host that stops answers so; it says nothing of the write.
  const body = parsed(got.text);
  if (body === undefined) return { kind: 'lost' };
  return call.door === 'mcp' ? heardOverMcp(body, got.text) : heardOverRest(body, got.status, got.text);
}

function parsed(text: string): JsonObject | undefined {
  try {
    const body = JSON.parse(text) as Json;
    return isJsonObject(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

function mcpMessage({ tool, args }: Call): Message {
  const params = { name: tool, arguments: args, _meta: meta };
  return {
    method: 'POST',
    path: '/mcp',
    headers: {
      ...{ accept: 'application/json, text/event-stream', 'mcp-protocol-version': protocolVersion },
      ...{ 'mcp-method': 'tools/call', 'mcp-name': tool },
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method: 'tools/call', params }),
  };
}

/** Where the operation behind a tool is over REST, with what it does not have in its body. */
function restMessage({ tool, args, key }: Call): Message {
  const { connection_id, request_ref, company_name, not_same_as, ...fields } = args;
  const books = `/v1/connections/${String(connection_id)}`;
  const said = { 'request-ref': request_ref, 'company-name': company_name, 'not-same-as': not_same_as };
  const named = Object.entries(said).filter(([, value]) => typeof value === 'string') as [string, string][];
  const headers = { ...Object.fromEntries(named), ...(key !== undefined && { 'idempotency-key': key }) };
  const message = (method: string, path: string, body?: JsonObject): Message => ({
    ...{ method, path, headers },
    body: body === undefined ? '' : JSON.stringify(body),
  });
  const { id, type, reason, ...rest } = fields;
  if (tool === 'create_invoice') return message('POST', `${books}/invoices`, fields);
  if (tool === 'create_contact') return message('POST', `${books}/contacts`, fields);
  if (tool === 'create_many') return message('POST', `${books}/${String(type)}/bulk`, rest);
  if (tool === 'update_invoice') return message('PATCH', `${books}/invoices/${String(id)}`, rest);
  if (tool === 'cancel_invoice')
    return message('POST', `${books}/invoices/${String(id)}/cancel`, { reason: reason ?? null });
  if (tool === 'get_operation') return message('GET', `/v1/operations/${String(fields['operation_id'])}`);
  if (tool === 'record_payment') {
    const recipe = 'invoice.record_payment';
    return message('POST', '/v1/automations', { connection_id: connection_id ?? null, recipe, input: fields });
  }
  throw new Error(`${tool} has no way over REST here`);
}

function send(url: URL, message: Message, cut: Cut): Promise<{ status: number; text: string } | 'lost'> {
  const body = Buffer.from(message.body);
  return new Promise((resolve) => {
    const outgoing = request({
      ...{ host: url.hostname, port: url.port, method: message.method, path: message.path, agent: sockets },
      headers: {
        ...message.headers,
        ...(body.length > 0 && { 'content-type': 'application/json', 'content-length': body.length }),
      },
    });
    const late = setTimeout(() => outgoing.destroy(), answerWithinMs);
    outgoing.once('error', () => resolve('lost'));
    outgoing.once('close', () => {
      clearTimeout(late);
      resolve('lost');
    });
    outgoing.once('response', (incoming) => {
      if (cut.when === 'after') return void outgoing.destroy();
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.once('error', () => resolve('lost'));
      incoming.once('end', () => {
        if (incoming.complete)
          resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') });
      });
    });
    finish(outgoing, body, cut);
  });
}

function finish(outgoing: ClientRequest, body: Buffer, cut: Cut): void {
  if (cut.when === 'before') {
    outgoing.write(body.subarray(0, body.length >> 1), () => void outgoing.destroy());
    return;
  }
  outgoing.end(body, () => {
    if (cut.when === 'during') setTimeout(() => outgoing.destroy(), cut.afterMs);
  });
}

const textIn = (value: Json | undefined) => (typeof value === 'string' ? value : undefined);
const objectIn = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

function lookAlikeIn(error: JsonObject): Heard['lookAlike'] {
  const found = error['look_alike'];
  if (!isJsonObject(found)) return undefined;
  return { id: String(found['id']), kind: String(found['kind']), ref: textIn(found['ref']) ?? null };
}

function operationIn(operation: JsonObject, idName: string): Heard['operation'] {
  const [id, state] = [textIn(operation[idName]), textIn(operation['state'])];
  const why = textIn(objectIn(operation['error'])['reason']) ?? '';
  return id === undefined || state === undefined ? undefined : { id, state, why };
}

function heardOverMcp(body: JsonObject, text: string): Told {
  const result = objectIn(body['result']);
  const data = objectIn(result['structuredContent']);
  const error = objectIn(data['error'] ?? body['error']);
  const isRefused = result['isError'] === true || isJsonObject(body['error']);
  const about = objectIn(data['record'] ?? data['payment']);
  const operation = operationIn(objectIn(data['operation']), 'id');
  return {
    kind: isRefused ? 'refused' : 'done',
    // Errors of the protocol have numbers.
    code: error['code'] === -32001 ? 'UNAUTHORIZED' : String(error['code'] ?? ''),
    reason: textIn(error['reason']) ?? textIn(objectIn(error['data'])['reason']) ?? '',
    written: (textIn(error['written']) ?? (isRefused ? 'no' : 'yes')) as Heard['written'],
    replayed: data['replayed'] === true,
    id: textIn(about['id']) ?? textIn(error['resource_id']),
    operation: operation ?? toldOperation(error['operation_id'] ?? data['operation_id']),
    lookAlike: lookAlikeIn(error),
    text,
    body: data,
  };
}

function toldOperation(id: Json | undefined): Heard['operation'] {
  return typeof id === 'string' ? { id, state: '', why: '' } : undefined;
}

function heardOverRest(body: JsonObject, status: number, text: string): Told {
  const isRefused = status >= 400;
  const data = objectIn(body['data']);
  const outcome = body['outcome'];
  const isOpen = status >= 500 || body['code'] === 'IDEMPOTENCY_IN_PROGRESS';
  const refusal = outcome === 'unknown' || (outcome === undefined && isOpen) ? 'unknown' : 'no';
  return {
    kind: isRefused ? 'refused' : 'done',
    code: textIn(body['code']) ?? '',
    reason: textIn(body['reason']) ?? '',
    written: isRefused ? refusal : 'yes',
    replayed: objectIn(body['meta'])['replayed'] === true,
    id: textIn(objectIn(data['item'])['id']) ?? textIn(body['resource_id']),
    operation: operationIn(data, 'operation_id') ?? toldOperation(body['operation_id']),
    lookAlike: lookAlikeIn(body),
    text,
    body: data,
  };
}
