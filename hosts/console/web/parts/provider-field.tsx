import { useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.ts';
import type { Items, Provider } from '../api/wire.ts';
import { usePlace } from '../session/use-environment.ts';
import { SelectField } from './fields.tsx';

export interface ProviderChoice {
  /** Undefined until the providers are known. */
  readonly provider: string | undefined;
  readonly providers: readonly Provider[];
  readonly choose: (provider: string) => void;
}

/** The providers that can be connected here, or only those with a consent by OAuth; at first the first is chosen. */
export function useProviders(connect?: Provider['connect']): ProviderChoice {
  const { api } = usePlace();
  const [chosen, choose] = useState<string>();
  const { data } = useLoad<Items<Provider>>(api('providers'), { once: true });
  const providers = (data?.items ?? []).filter(
    (one) => one.status === 'available' && (connect === undefined || one.connect === connect),
  );
  return { provider: chosen ?? providers[0]?.id, providers, choose };
}

/** Asks only where there is a choice. */
export function ProviderField({ provider, providers, choose }: ProviderChoice) {
  if (providers.length < 2) return null;
  const options = providers.map(({ id, name }) => ({ value: id, label: name }));
  return <SelectField label="Accounting provider" value={provider ?? ''} options={options} onChange={choose} />;
}
