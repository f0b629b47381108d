import { recipeNames } from '../../domain/automation.ts';
import { capabilities } from '../../domain/capability.ts';
import { type ResourceType, resourceTypes } from '../../domain/resource.ts';
import { valuesBy } from '../../domain/values-by.ts';
import { requestFieldsOf } from '../../families/all-families.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { FamilyTraits, ListedProvider } from '../../ports/provider.ts';
import type { ProviderAnswer } from '../../schemas/answers/connection.ts';
import type { AnswerOf } from '../../schemas/answers/envelope.ts';
import type { Recipe } from '../automations/recipe.ts';
import { recipes } from '../automations/recipes.ts';
import { lackOf } from '../providers/coverage.ts';
import { authorizationOf } from '../providers/missing-scopes.ts';
import { aliasesOf } from '../providers/provider-of.ts';
import { actions } from '../resources/act.ts';

type Listing = AnswerOf<typeof ProviderAnswer>;

/** The providers of this deployment. */
export function providerListings({ providers, settings }: CorePorts): readonly Listing[] {
  const coming = Object.entries(settings.comingProviders ?? {}).filter(([id]) => !Object.hasOwn(providers, id));
  return [
    ...Object.entries(providers).map(([id, provider]) => ({
      ...listingOf(id, provider, 'available'),
      aliases: [...aliasesOf({ providers }, id)],
      scopes: [...(authorizationOf({ providers }, id)?.requiredScopes ?? [])],
    })),
    ...coming.map(([id, provider]) => listingOf(id, provider, 'coming_soon')),
  ];
}

/** Lists the capabilities that a provider's traits name. */
export function listingOf(id: string, { traits, connect }: ListedProvider, status: Listing['status']): Listing {
  const { title, aliases, families, polledSeconds, reports = [] } = traits;
  const covered = resourceTypes.flatMap((type) => {
    const family = families[type];
    return family?.can.length ? [[type, coverageOf(type, family)] as const] : [];
  });
  const canRun = (recipe: Recipe) => recipe.lack(traits, {}) === undefined;
  return {
    id,
    name: title,
    aliases: [...aliases],
    status,
    connect: connect.kind,
    scopes: [],
    notifications: polledSeconds === null ? 'pushed' : 'polled',
    capabilities: Object.fromEntries(covered),
    reports: [...reports],
    actions: [...actions].flatMap(([name, need]) => (lackOf(traits, [need]) === undefined ? [name] : [])),
    recipes: recipeNames.filter((name) => canRun(recipes[name])),
  };
}

function coverageOf(type: ResourceType, { can, writableFields }: FamilyTraits) {
  const isWritten = can.includes('create') || can.includes('update');
  return {
    ...valuesBy(capabilities, (capability) => can.includes(capability)),
    writable_fields: isWritten ? (writableFields ?? requestFieldsOf(type)) : [],
  };
}
