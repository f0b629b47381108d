// What a write over /mcp would meet: the core is asked, and no route of the API, because nothing is written.
import type { CancellableType, JsonObject, ResourceType } from '#core';
import { previewed } from '../koa/present/answers.ts';
import { operationOf } from './operations.ts';
import { textOf } from './tool.ts';
import type { Asked, ToolCall } from './tool-call.ts';

/** As `ask` waits. */
const waitSeconds = 10;

/** Throws as the write before it is weighed. */
export async function previewOf(
  call: ToolCall,
  operationId: string,
  { params = {}, body }: Pick<Asked, 'params' | 'body'>,
): Promise<JsonObject> {
  const { caller, host } = call;
  const { previews } = host.core;
  const type = operationOf(operationId).operation.pinned?.['resource_type'] as ResourceType;
  const connectionId = params['connection_id'] ?? '';
  const resourceId = params['resource_id'] ?? '';
  const names = { companyName: textOf(call.args, 'company_name'), notSameAs: textOf(call.args, 'not_same_as') };
  const write = { ...names, body: body as never };
  const at = { connectionId, type, write, waitSeconds };
  const look = () => {
    if (operationId === 'createAutomation') return previews.automation(caller, { write, waitSeconds });
    if (operationId.startsWith('createMany')) return previews.bulk(caller, at);
    if (operationId.startsWith('create')) return previews.create(caller, at);
    if (operationId.startsWith('cancel'))
      return previews.cancel(caller, { ...at, type: type as CancellableType, resourceId });
    return previews.update(caller, { ...at, resourceId });
  };
  return JSON.parse(JSON.stringify(previewed(await look()).data)) as JsonObject;
}
