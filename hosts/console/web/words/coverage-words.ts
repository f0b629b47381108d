// Which families of records a provider has.
import type { Provider } from '../api/wire.ts';
import { families } from './record-summary.ts';

type Capabilities = Provider['capabilities'];
type Family = keyof Capabilities;

/** The families that the provider lists, in the order of the menu; all where the provider is not known. */
export function coveredFamilies(provider: Provider | null | undefined) {
  return families.filter(([type]) => !provider || provider.capabilities[type as Family]?.list);
}
