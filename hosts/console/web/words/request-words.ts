import type { Tone } from './state-words.ts';

export function statusWords(status: number | null): string {
  return status === null ? 'Client left' : String(status);
}

/** Shortens the route of a connection, which lists show beside it. */
export function shortRoute(route: string): string {
  return route.replace(/^\/(v1|accounting\/\w+)\/connections\/:connection_id\//, '…/');
}

interface Routed {
  readonly route: string;
  readonly connection_id: string | null;
  readonly operation_id: string | null;
  readonly record: { readonly id: string } | null;
}

/** Returns the path that was asked for; `…` stands for an id that the log does not keep. */
export function pathOf({ route, connection_id: connection, operation_id: operation, record }: Routed): string {
  const known: Readonly<Record<string, string | null | undefined>> = {
    connection_id: connection,
    operation_id: operation,
    resource_id: record?.id,
  };
  return route.replace(/:(\w+)/g, (_, name: string) => known[name] ?? '…');
}

/** A refusal is the caller's to mend, a 5xx the service's or the provider's. */
export function statusTone(status: number | null): Tone {
  if (status === null || status < 200) return 'quiet';
  if (status < 400) return 'good';
  return status < 500 ? 'warn' : 'bad';
}
