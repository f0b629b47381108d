// The catalogue of events: each webhook of the OpenAPI document with its sample.
import { render } from 'preact';
import { JsonView } from '../parts/json-view.tsx';
import { ToastProvider } from '../parts/toasts.tsx';
import { type ApiDocument, readDocument, type Webhook } from './document.ts';

function Catalogue({ webhooks = {} }: ApiDocument) {
  const entries = Object.entries(webhooks).flatMap(([type, { post }]) => (post ? [{ type, webhook: post }] : []));
  const [first] = entries;
  if (first === undefined) return <p class="reference-note">The document of this service names no event.</p>;
  return (
    <div class="catalogue">
      <nav class="catalogue-list" aria-label="Event types">
        <ul>
          {entries.map(({ type }) => (
            <li key={type}>
              <a href={`#${type}`}>
                <code>{type}</code>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="catalogue-body">
        <h1>Events</h1>
        <p>
          <Words text={first.webhook.description} />
        </p>
        <Headers {...first.webhook} />
        {entries.map(({ type, webhook }) => (
          <EventType key={type} type={type} webhook={webhook} />
        ))}
      </div>
    </div>
  );
}

/** Texts of the document mark code by backticks. */
function Words({ text = '' }: { readonly text?: string | undefined }) {
  return <>{text.split('`').map((piece, i) => (i % 2 === 0 ? piece : <code key={`${i}`}>{piece}</code>))}</>;
}

/** Every event has the same headers. */
function Headers({ parameters = [] }: Webhook) {
  return (
    <section aria-label="Headers">
      <h2>Headers</h2>
      <dl class="catalogue-headers">
        {parameters.map(({ name, description, example }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <Words text={description} />
              {example !== undefined && <code class="catalogue-value">{example}</code>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function EventType({ type, webhook }: { readonly type: string; readonly webhook: Webhook }) {
  const sample = webhook.requestBody?.content['application/json']?.example;
  return (
    <section id={type} aria-label={type} class="catalogue-type">
      <h2>
        <a href={`#${type}`}>
          <code>{type}</code>
        </a>
      </h2>
      <p>{webhook.summary}</p>
      {sample !== undefined && <JsonView label={`Sample of ${type}`} value={sample} />}
    </section>
  );
}

async function show(place: Element): Promise<void> {
  const document = await readDocument();
  place.textContent = '';
  render(
    <ToastProvider>
      <Catalogue {...document} />
    </ToastProvider>,
    place,
  );
  // The browser looked for the URL's fragment before the page had it.
  place.querySelector(`[id="${CSS.escape(location.hash.slice(1))}"]`)?.scrollIntoView();
}

const place = document.querySelector('#reference');
if (place)
  show(place).catch((error: unknown) => {
    place.textContent = error instanceof Error ? error.message : String(error);
  });
