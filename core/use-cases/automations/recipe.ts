// An automation is a recipe: each of its provider writes is a durable step of its own.
import type { RecipeName } from '../../domain/automation.ts';
import type { FieldError } from '../../domain/errors.ts';
import { canonicalObject, type JsonObject } from '../../domain/json.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { Conclusion } from '../../engine/operation-kind.ts';
import type { ProviderTraits } from '../../ports/provider.ts';
import type { PlannedWrite, RecipeStep } from '../../schemas/answers/automation.ts';
import type { AutomationInput } from '../../schemas/requests/automations.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { RecipeRun } from './recipe-steps.ts';

/** The writing steps that would run, by name, with what each would write. */
export type RecipePlan = Readonly<Record<string, PlannedWrite | null>>;

export interface Recipe<R extends RecipeName = RecipeName> {
  readonly title: string;
  readonly description: string;
  /** In order; not every run needs all of them. */
  readonly steps: readonly RecipeStep[];
  /** The first thing that the recipe needs and the provider cannot do; without input, of what every run needs. */
  lack(traits: ProviderTraits, input: Partial<AutomationInput<R>>): string | undefined;
  /** What of the input alone rules a run out, with paths in it. */
  faults?(input: AutomationInput<R>): readonly FieldError[];
  /** Makes the checks that need no writing, and throws the error that a run would end with. */
  plan(ledger: Ledger, input: AutomationInput<R>): Promise<RecipePlan>;
  run(run: RecipeRun, input: AutomationInput<R>): Promise<Conclusion>;
}

export function plannedCreate(type: ResourceType, fields: object): PlannedWrite {
  return { action: 'create', type, id: null, fields: canonicalObject(fields) };
}

/** `id` is the service's; null for a record that an earlier step creates. */
export function plannedUpdate(type: ResourceType, id: string | null, fields: JsonObject): PlannedWrite {
  return { action: 'update', type, id, fields };
}
