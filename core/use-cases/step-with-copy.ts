import type { Json } from '../domain/json.ts';
import type { Steps } from '../engine/step-runner.ts';
import type { ProviderCopy } from './provider-copy.ts';

/** A step whose commit also keeps a copy; where that fails, the step stands without it. `work` runs once. */
export async function stepWithCopy<T extends Json>(
  steps: Steps,
  name: string,
  work: () => Promise<{ readonly result: T; readonly copy?: ProviderCopy }>,
): Promise<T> {
  let missed: { readonly result: T; readonly copy: ProviderCopy; readonly cause: unknown } | undefined;
  const keeping = async () => {
    const { result, copy } = await work();
    if (!copy) return { result };
    const also: ProviderCopy['keep'] = async (stores) => {
      try {
        await copy.keep(stores);
      } catch (cause) {
        missed = { result, copy, cause };
        throw cause;
      }
    };
    return { result, also };
  };
  try {
    return await steps.step(name, keeping);
  } catch (error) {
    const without = missed;
    if (!without) throw error;
    const result = await steps.step(name, async () => ({ result: without.result }));
    await without.copy.missed(without.cause);
    return result;
  }
}
