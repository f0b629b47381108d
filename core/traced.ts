// Wraps the use cases in spans; without tracing, nothing is wrapped.
import type { Tracing } from './ports/tracing.ts';

/** Not traced: these answer at once or are called every few seconds. */
const untraced: ReadonlySet<string> = new Set([
  ...[
    'providers.list',
    'automations.recipes',
    'notifications.isSignature',
    'notifications.signatureHeader',
    'health.ready',
    'requests.record',
  ],
  ...['console.csrfToken', 'console.assertCsrf', 'console.callerOf', 'console.providerApps.isConsentState'],
]);

/** Wraps each function of the groups in a span of its name, such as `resources.create`. */
export function tracedUseCases<T extends object>(tracing: Tracing | undefined, groups: T, within = ''): T {
  if (!tracing) return groups;
  const traced = Object.entries(groups as Record<string, unknown>).map(([key, value]) => {
    const name = within + key;
    if (typeof value !== 'function') return [key, tracedUseCases(tracing, value as object, `${name}.`)];
    const call = (...args: unknown[]): unknown => tracing.span(name, {}, () => value(...args) as unknown);
    return [key, untraced.has(name) ? value : call];
  });
  return Object.fromEntries(traced) as T;
}
