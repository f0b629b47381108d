// The parts of the OpenAPI document that these pages read.

export interface Webhook {
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly { readonly name: string; readonly description?: string; readonly example?: string }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly example?: unknown }>>;
  };
}

export interface ApiDocument {
  readonly jsonSchemaDialect?: string;
  readonly webhooks?: Readonly<Record<string, { readonly post?: Webhook }>>;
}

/** The service's URL without a trailing slash, with the prefix that it may be mounted below. */
export const service = new URL('..', location.href).href.replace(/\/$/, '');

/** Rejects with a message for people. */
export async function readDocument(): Promise<ApiDocument> {
  const answer = await fetch(`${service}/v1/openapi.json`, { credentials: 'omit' }).catch(() => undefined);
  if (!answer?.ok)
    throw new Error(`The document could not be read (${answer?.status ?? 'no answer'}). Reload this page.`);
  return (await answer.json()) as ApiDocument;
}
