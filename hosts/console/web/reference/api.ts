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

/** Swagger UI has its dark colours under a class of its own. */
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

/** An operation that is opened, or the keys' dialog, needs little of the document. */
const resolvingParts = {
  afterLoad({ fn }: { readonly fn: { resolveSubtree: Resolve } }) {
    const { resolveSubtree } = fn;
    fn.resolveSubtree = (document, place, options) => resolveSubtree(partOf(document, place), place, options);
  },
};

async function show(place: Element): Promise<void> {
  // Events have a page of their own, and Swagger UI warns of a dialect that is named, though it is the one that it knows.
  const { webhooks, jsonSchemaDialect, ...document } = await readDocument();
  // The address in the document is the public one: a request that goes elsewhere than this page came from is refused.
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
    // The key decides; a session of the console that the browser may have must not.
    requestInterceptor: (sent: Sent) => Object.assign(sent, { credentials: 'omit' }),
  });
}

const place = document.querySelector('#reference');
followTheme();
if (place)
  show(place).catch((error: unknown) => {
    place.textContent = error instanceof Error ? error.message : String(error);
  });
