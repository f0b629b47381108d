import * as v from 'valibot';
import { type RecipeName, recipeNames } from '../../domain/automation.ts';
import { described } from '../../families/answer-fields.ts';
import { flag, oneWord } from '../../families/request-fields.ts';
import { automationInputs } from './automation-inputs.ts';
import { metadata } from './metadata.ts';

const recipe = oneWord(recipeNames);

/** Which recipe a body is for: the rest of it follows from that. */
export const AutomationHead = v.looseObject({ recipe }, 'the body must be a JSON object');

function requestOf(name: RecipeName) {
  return v.strictObject({
    connection_id: v.pipe(v.string('must be a string'), v.minLength(1, 'must not be empty')),
    recipe: v.literal(name),
    input: automationInputs[name] as v.GenericSchema<unknown, object>,
    metadata: v.optional(metadata()),
    dry_run: v.optional(
      described(
        flag(),
        'Only checks, and returns what would be written. Nothing is stored here or changed at the provider.',
      ),
    ),
  });
}

/** Body of `POST /v1/automations`, by its recipe. */
export const automationRequests = Object.fromEntries(recipeNames.map((name) => [name, requestOf(name)])) as Readonly<
  Record<RecipeName, ReturnType<typeof requestOf>>
>;
