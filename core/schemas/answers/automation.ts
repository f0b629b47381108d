import * as v from 'valibot';
import { recipeNames } from '../../domain/automation.ts';
import { resourceTypes } from '../../domain/resource.ts';
import { anyObject, field } from '../../families/answer-fields.ts';

const step = v.object({ name: v.string(), description: v.string(), writes: v.boolean() });
export type RecipeStep = v.InferOutput<typeof step>;

const plannedWrite = v.object({
  action: v.picklist(['create', 'update', 'email']),
  type: v.picklist(resourceTypes),
  id: field.text,
  fields: anyObject,
});
export type PlannedWrite = v.InferOutput<typeof plannedWrite>;

export const RecipeAnswer = v.object({
  recipe: v.picklist(recipeNames),
  title: v.string(),
  description: v.string(),
  steps: v.array(step),
  input_schema: anyObject,
});

export const AutomationPlanAnswer = v.object({
  dry_run: v.literal(true),
  recipe: v.picklist(recipeNames),
  connection_id: v.string(),
  input: anyObject,
  steps: v.array(v.object({ ...step.entries, skipped: v.boolean(), write: v.nullable(plannedWrite) })),
});
