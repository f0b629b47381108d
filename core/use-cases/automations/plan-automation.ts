import type { RecipeName } from '../../domain/automation.ts';
import type { Connection } from '../../domain/connection.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { LedgerErrand } from '../ledger-errand.ts';
import type { ReadPorts } from '../resources/read-resource.ts';
import { lookAt } from './look.ts';
import type { PlannedWrite, RecipeStep } from './recipe.ts';
import { recipes } from './recipes.ts';

/** What a run would do as things stand. */
export interface AutomationPlan {
  readonly recipe: RecipeName;
  readonly connectionId: Connection['id'];
  readonly input: JsonObject;
  readonly steps: readonly PlannedStep[];
}

export interface PlannedStep extends RecipeStep {
  /** There would be nothing for it to do. */
  readonly skipped: boolean;
  readonly write: PlannedWrite | null;
}

/** Makes the checks of a recipe that only read, and tells its steps in order. Throws what the run would end with. */
export function planAutomation(ports: ReadPorts) {
  return async (
    { requestId }: Pick<LedgerErrand, 'requestId'>,
    connection: Connection,
    name: RecipeName,
    input: JsonObject,
  ): Promise<AutomationPlan> => {
    const recipe = recipes[name];
    const plan = await recipe.plan(lookAt(ports, { requestId }, connection), input);
    const steps = recipe.steps.map((step) => ({
      ...step,
      skipped: !(step.name in plan),
      write: plan[step.name] ?? null,
    }));
    return { recipe: name, connectionId: connection.id, input, steps };
  };
}
