// The service's OpenAPI document, as far as these pages read it.

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

/** Where the service is, without a trailing slash: an application may serve it below a prefix of its own. */
export const service = new URL('..', location.href).href.replace(/\/$/, '');

/** Rejects with a sentence. */
export async function readDocument(): Promise<ApiDocument> {
  const answer = await fetch(`${service}/v1/openapi.json`, { credentials: 'omit' }).catch(() => undefined);
  if (!answer?.ok)
    throw new Error(`The document could not be read (${answer?.status ?? 'no answer'}). Reload this page.`);
  return (await answer.json()) as ApiDocument;
}
