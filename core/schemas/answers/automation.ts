import * as v from 'valibot';
import { recipeNames } from '../../domain/automation.ts';
import { resourceTypes } from '../../domain/resource.ts';

const anyObject = v.record(v.string(), v.unknown());
const step = {
  name: v.string(),
  description: v.string(),
  writes: v.pipe(v.boolean(), v.description('Whether it writes to the provider’s books.')),
};

/** One of the automations that there are. */
export const RecipeAnswer = v.object({
  recipe: v.picklist(recipeNames),
  title: v.string(),
  description: v.string(),
  steps: v.pipe(v.array(v.object(step)), v.description('In their order; each is finished at most once.')),
  input_schema: v.pipe(anyObject, v.description('JSON Schema (2020-12) of `input`.')),
});

/** What an automation would do, after the checks that need no writing. */
export const AutomationPlanAnswer = v.object({
  dry_run: v.literal(true),
  recipe: v.picklist(recipeNames),
  connection_id: v.string(),
  input: anyObject,
  steps: v.array(
    v.object({
      ...step,
      skipped: v.pipe(v.boolean(), v.description('There would be nothing for this step to do.')),
      write: v.pipe(
        v.nullable(
          v.object({
            action: v.picklist(['create', 'update', 'email']),
            type: v.picklist(resourceTypes),
            id: v.pipe(v.nullable(v.string()), v.description('Null for a record that an earlier step creates.')),
            fields: anyObject,
          }),
        ),
        v.description('What would be written; null for a step that writes nothing.'),
      ),
    }),
  ),
});
export type AutomationPlanShape = v.InferOutput<typeof AutomationPlanAnswer>;
