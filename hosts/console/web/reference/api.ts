// The API reference: Swagger UI over the service's own document. A key that is entered stays in this page's memory.
import { readDocument, service } from './document.ts';
import { partOf } from './part-of.ts';

interface Sent {
  credentials?: RequestCredentials;
}

type Resolve = (document: Readonly<Record<string, unknown>>, place: readonly string[], options: object) => unknown;

type SwaggerUi = (options: object) => unknown;

declare global {
  var SwaggerUIBundle: SwaggerUi;
}

/** Swagger UI uses dark colours only under a class of its own. */
function followTheme(): void {
  const { documentElement: root } = document;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => {
    const chosen = root.dataset['theme'];
    root.classList.toggle('dark-mode', chosen === undefined ? system.matches : chosen === 'dark');
  };
  system.addEventListener('change', follow);
  follow();
}

/** An opened operation, or the dialog for keys, needs little of the document. */
const resolvingParts = {
  afterLoad({ fn }: { readonly fn: { resolveSubtree: Resolve } }) {
    const { resolveSubtree } = fn;
    fn.resolveSubtree = (document, place, options) => resolveSubtree(partOf(document, place), place, options);
  },
};

async function show(place: Element): Promise<void> {
  // Events have their own page. Swagger UI warns of any named dialect, even of the one that it knows.
  const { webhooks, jsonSchemaDialect, ...document } = await readDocument();
  // The document has the public URL, but the service refuses requests to another origin than this page's.
  const spec = { ...document, servers: [{ url: service, description: 'This service' }] };
  SwaggerUIBundle({
    spec,
    domNode: place,
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    filter: true,
    plugins: [resolvingParts],
    persistAuthorization: false,
    validatorUrl: null,
    // Requests use only the key, never the session that the browser may have in the console.
    requestInterceptor: (sent: Sent) => Object.assign(sent, { credentials: 'omit' }),
  });
}

const place = document.querySelector('#reference');
followTheme();
if (place)
  show(place).catch((error: unknown) => {
    place.textContent = error instanceof Error ? error.message : String(error);
  });
