import type { Environment } from '../words/object-path.ts';

/** Test or live, in the colour that always means it. */
export function EnvironmentWord({ environment }: { readonly environment: Environment }) {
  return <span class={`plane ${environment}`}>{environment === 'test' ? 'Test' : 'Live'}</span>;
}
