import { useEffect, useRef, useState } from 'preact/hooks';
import { useLoad } from '../../api/use-load.ts';
import { Card } from '../../parts/facts.tsx';
import { SelectField } from '../../parts/fields.tsx';
import { FailureNote } from '../../parts/notes.tsx';
import { withQuery } from '../../words/query-state.ts';

const languages = [
  { value: 'en', label: 'English' },
  { value: 'fr', label: 'Français' },
  { value: 'de', label: 'Deutsch' },
  { value: 'es', label: 'Español' },
];

const settledMs = 300;
const usualHeight = 900;
const margin = 20;

interface ConnectPreviewProps {
  /** As typed; empty for the organization's own. */
  readonly name: string;
  /** An address or a `data:` URL. */
  readonly logo: string | null;
  readonly colour: string | undefined;
  /** True if the page does not name the service. */
  readonly isHidden: boolean;
}

interface Preview {
  readonly html: string;
  readonly css: string;
}

/** The page that customers' people see first, as the service makes it, on a screen of a phone's width. */
export function ConnectPreview({ name, logo, colour, isHidden }: ConnectPreviewProps) {
  const [locale, setLocale] = useState('en');
  const typed = useSettled(
    withQuery('branding/preview', { locale, display_name: name, colour, hide_powered_by: String(isHidden) }),
  );
  const { data, failure, reload } = useLoad<Preview>(typed, { once: true });
  return (
    <Card title="How it looks">
      <div class="pad stack">
        <SelectField label="Language" value={locale} options={languages} onChange={setLocale} />
        {failure && <FailureNote failure={failure} onRetry={reload} />}
        {data && <Framed {...data} logo={logo} />}
      </div>
    </Card>
  );
}

/** The latest value once it has stayed the same for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settledMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/**
 * The console's Content-Security-Policy holds in the frame, too, and refuses styles in a document; so they are given to
 * it as a sheet. No script runs there, and nothing can be pressed.
 */
function Framed({ html, css, logo }: Preview & Pick<ConnectPreviewProps, 'logo'>) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(usualHeight);
  const dress = () => {
    const { contentDocument: page, contentWindow: view } = frame.current ?? {};
    // Until it is read, the new document has no root.
    if (!page?.documentElement || !view) return;
    const sheet = new (view as unknown as typeof globalThis).CSSStyleSheet();
    sheet.replaceSync(css);
    page.adoptedStyleSheets = [sheet];
    showLogo(page, logo);
    setHeight(heightOf(page));
  };
  // Another logo is another picture in the same page.
  useEffect(dress, [logo, css]);
  return (
    <iframe
      ref={frame}
      class="phone"
      title="The connect page"
      sandbox="allow-same-origin"
      srcdoc={html}
      height={height}
      tabIndex={-1}
      inert
      onLoad={dress}
    />
  );
}

/** What the page's parts take; its body is as high as the screen at least. */
function heightOf({ body }: Document): number {
  const boxes = [...body.children].map((child) => child.getBoundingClientRect());
  const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
  return boxes.length === 0 ? usualHeight : Math.ceil(bottom - top) + 2 * margin;
}

function showLogo(page: Document, logo: string | null): void {
  const header = page.querySelector('header');
  header?.querySelector('img')?.remove();
  if (!header || logo === null) return;
  const picture = page.createElement('img');
  picture.alt = '';
  picture.src = logo;
  header.prepend(picture);
}
