// Refuses what a provider cannot do by its traits, before anything is claimed or sent; nothing else refuses it.
import { type Capability, deedOf } from '../../domain/capability.ts';
import { conflict, type ServiceError } from '../../domain/errors.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { Provider, ProviderTraits } from '../../ports/provider.ts';

/** The capabilities that an act needs of a family, and the normalized fields that it writes. */
interface Need {
  readonly type: ResourceType;
  readonly can: readonly Capability[];
  readonly fields?: object | undefined;
}

/** The first thing that the provider cannot do, such as `restore contacts`; undefined if it can do everything. */
export function lackOf({ families }: Pick<ProviderTraits, 'families'>, needs: readonly Need[]): string | undefined {
  for (const { type, can, fields = {} } of needs) {
    const family = families[type];
    const lacking = can.find((capability) => !family?.can.includes(capability));
    if (lacking) return deedOf(lacking, type);
    const closed = Object.keys(fields).find((field) => family?.writableFields?.includes(field) === false);
    if (closed) return `write ${closed} of ${type.replaceAll('_', ' ')}`;
  }
  return undefined;
}

/** Throws CONFLICT `not_supported_by_provider`. */
export function assertCan({ traits }: Pick<Provider, 'traits'>, ...needs: readonly Need[]): void {
  const lack = lackOf(traits, needs);
  if (lack !== undefined) throw unsupported(traits, lack);
}

export function unsupported({ title }: Pick<ProviderTraits, 'title'>, what: string): ServiceError {
  return conflict('not_supported_by_provider', `${title} cannot ${what}`);
}
