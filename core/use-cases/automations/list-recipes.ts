import { recipeNames } from '../../domain/automation.ts';
import { recipes } from './recipes.ts';

/** Every recipe, with its steps and the schema of its input. */
export function listRecipes() {
  return recipeNames.map((name) => {
    const { title, description, steps, input } = recipes[name];
    return { name, title, description, steps, input };
  });
}
