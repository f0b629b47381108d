import { usePlace } from '../session/use-environment.ts';
import { useLoad } from './use-load.ts';
import type { Connection, Items, Provider } from './wire.ts';

/** The connection's provider and what it can do: undefined until it is known, null if this deployment does not have it. */
export function useProvider({ provider }: Connection): Provider | null | undefined {
  const { api } = usePlace();
  const { data } = useLoad<Items<Provider>>(api('providers'), { once: true });
  return data && (data.items.find(({ id }) => id === provider) ?? null);
}
