import type { Environment } from '../words/object-path.ts';

/** Test or live, always in the environment's colour. */
export function EnvironmentWord({ environment }: { readonly environment: Environment }) {
  return <span class={`plane ${environment}`}>{environment === 'test' ? 'Test' : 'Live'}</span>;
}
