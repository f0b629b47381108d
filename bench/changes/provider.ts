import { freePort } from '../../tests/walk/processes.ts';
import { type Child, startChild } from '../engine/children.ts';

export interface Provider {
  readonly url: string;
  /** Calls since the last time that this was asked. */
  calls(): Promise<number>;
  end(): Promise<void>;
}

export async function startProvider(mood: 'answers' | 'rests' | 'hangs', invoices = 0): Promise<Provider> {
  const port = await freePort();
  const child: Child = await startChild('../changes/provider-process.ts', [String(port), String(invoices), mood]);
  return {
    url: `http://127.0.0.1:${port}`,
    calls: async () => Number((await child.ask('calls'))['calls']),
    end: () => child.end(),
  };
}
