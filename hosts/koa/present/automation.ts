import type { AutomationPlanShape, Core } from '#core';
import { inputJsonSchema } from '../openapi/schemas.ts';

type Automated = Awaited<ReturnType<Core['automations']['create']>>;
type Plan = Extract<Automated, { kind: 'planned' }>['plan'];

export function presentPlan({ recipe, connectionId, input, steps }: Plan): AutomationPlanShape {
  return { dry_run: true, recipe, connection_id: connectionId, input, steps: [...steps] };
}

export function presentRecipe({ name, input, ...told }: ReturnType<Core['automations']['recipes']>[number]): object {
  return { recipe: name, ...told, input_schema: inputJsonSchema(input) };
}
