import { canonical, type JsonObject } from '../../domain/json.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { PlannedWrite } from './recipe.ts';

export function plannedCreate(type: ResourceType, fields: object): PlannedWrite {
  return { action: 'create', type, id: null, fields: canonical(fields as JsonObject) as JsonObject };
}

/** `id` is the service's; null for a record that an earlier step creates. */
export function plannedUpdate(type: ResourceType, id: string | null, fields: JsonObject): PlannedWrite {
  return { action: 'update', type, id, fields };
}
