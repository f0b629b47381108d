import * as v from 'valibot';
import { recipeNames } from '../../domain/automation.ts';
import { resourceTypes } from '../../domain/resource.ts';
import { anyObject, described, field } from '../../families/answer-fields.ts';

const step = v.object({
  name: v.string(),
  description: v.string(),
  writes: described(v.boolean(), 'Whether it writes to the provider’s books.'),
});
export type RecipeStep = v.InferOutput<typeof step>;

const plannedWrite = v.object({
  action: v.picklist(['create', 'update', 'email']),
  type: v.picklist(resourceTypes),
  id: described(field.text, 'Null for a record that an earlier step creates.'),
  fields: anyObject,
});
export type PlannedWrite = v.InferOutput<typeof plannedWrite>;

/** One of the automations that there are. */
export const RecipeAnswer = v.object({
  recipe: v.picklist(recipeNames),
  title: v.string(),
  description: v.string(),
  steps: described(v.array(step), 'In their order; each is finished at most once.'),
  input_schema: described(anyObject, 'JSON Schema (2020-12) of `input`.'),
});

/** What an automation would do, after the checks that need no writing. */
export const AutomationPlanAnswer = v.object({
  dry_run: v.literal(true),
  recipe: v.picklist(recipeNames),
  connection_id: v.string(),
  input: anyObject,
  steps: v.array(
    v.object({
      ...step.entries,
      skipped: described(v.boolean(), 'There would be nothing for this step to do.'),
      write: described(v.nullable(plannedWrite), 'What would be written; null for a step that writes nothing.'),
    }),
  ),
});
