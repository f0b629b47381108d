import { useState } from 'preact/hooks';
import { asFailure } from '../../api/client.ts';
import type { Failure } from '../../api/failure.ts';
import { useClient } from '../../session/session.tsx';
import type { Record } from '../../words/record-shape.ts';

export interface LiveRead {
  readonly record: Record | undefined;
  readonly failure: Failure | undefined;
  readonly isPending: boolean;
  readonly read: () => void;
}

/** Reads the record at the provider, only when a person asks for it. */
export function useLiveRead(path: string): LiveRead {
  const client = useClient();
  const [isPending, setPending] = useState(false);
  const [shown, setShown] = useState<{ readonly record?: Record; readonly failure?: Failure }>({});
  const read = async () => {
    setPending(true);
    try {
      const { data } = await client.get<{ readonly item: Record }>(path);
      setShown({ record: data.item });
    } catch (error) {
      setShown((before) => ({ ...before, failure: asFailure(error) }));
    } finally {
      setPending(false);
    }
  };
  return { record: shown.record, failure: shown.failure, isPending, read: () => void read() };
}
