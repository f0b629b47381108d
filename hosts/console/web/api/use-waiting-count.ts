import { usePlace } from '../session/use-environment.ts';
import { useLoad } from './use-load.ts';
import type { Items, Operation } from './wire.ts';

/** How many writes of agents wait for a person in this environment; 0 until it is known. */
export function useWaitingCount(): number {
  const { api } = usePlace();
  const { meta } = useLoad<Items<Operation>>(api('operations?state=awaiting_approval&limit=1'));
  return meta?.total ?? 0;
}
