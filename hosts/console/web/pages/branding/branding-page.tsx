import { useState } from 'preact/hooks';
import { textOn } from '../../../../../core/domain/brand.ts';
import { prefix } from '../../api/prefix.ts';
import { useAction } from '../../api/use-action.ts';
import { useLoad } from '../../api/use-load.ts';
import type { Branding } from '../../api/wire.ts';
import { Button, LinkButton } from '../../parts/button.tsx';
import { Card } from '../../parts/facts.tsx';
import { Field, TextField } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { FailureNote, Skeleton } from '../../parts/notes.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { useMay } from '../../session/session.tsx';
import { ConnectPreview } from './connect-preview.tsx';

const texts = ['display_name', 'colour', 'support_url', 'privacy_url'] as const;

/** The button's without a colour of one's own. */
const usualColour = '#4549c9';

/** What was typed and is not saved; a new logo is a `data:` URL. */
type Draft = Partial<Record<(typeof texts)[number], string>> & {
  readonly logo?: string | null;
  readonly hide_powered_by?: boolean;
};

/** How the organization appears on the pages that its customers' people see. */
export function BrandingPage() {
  const { data, failure, reload } = useLoad<Branding>('branding');
  return (
    <>
      <PageHead
        title="Connect page"
        under="What your customers see when they connect: your name, colour and logo, in test and in live."
        actions={<LinkButton words="Make a link in test" href="/console/test/connections?connect=1" />}
      />
      {data ? <Editor branding={data} /> : failure ? <FailureNote failure={failure} onRetry={reload} /> : <Skeleton />}
    </>
  );
}

function Editor({ branding }: { readonly branding: Branding }) {
  const may = useMay('members');
  const toast = useToast();
  const { run, isPending, failure } = useAction();
  const [draft, setDraft] = useState<Draft>({});
  const value = (name: (typeof texts)[number]) => draft[name] ?? branding[name] ?? '';
  const stored = branding.logo && `${prefix}/connect/logos/${branding.logo}`;
  const logo = draft.logo === undefined ? stored : draft.logo;
  const colour = /^#[0-9a-f]{6}$/i.test(value('colour')) ? value('colour') : undefined;
  const field = (name: (typeof texts)[number]) => ({
    value: value(name),
    error: failure?.field(name),
    onInput: (text: string) => setDraft({ ...draft, [name]: text }),
  });
  const save = async () => {
    const named = texts.flatMap((name) => (draft[name] === undefined ? [] : [[name, draft[name] || null]]));
    const picture = draft.logo === undefined ? {} : { logo: draft.logo?.replace(/^.*,/, '') ?? null };
    const isHidden = draft.hide_powered_by;
    const hiding = isHidden === undefined ? {} : { hide_powered_by: isHidden };
    if (!(await run('PATCH', 'branding', { ...Object.fromEntries(named), ...picture, ...hiding }))) return;
    setDraft({});
    toast('Connect page changed');
  };
  return (
    <div class="columns beside-phone">
      <Form look="column-main" onSubmit={save}>
        <Card title="Your brand">
          <fieldset class="pad narrow stack" disabled={!may}>
            <TextField
              label="Display name"
              hint={`Without one, the name is ${branding.name}.`}
              {...field('display_name')}
              rest={{ maxLength: 80 }}
            />
            <ColourField hint={contrastWords(colour)} {...field('colour')} />
            <LogoField
              error={failure?.field('logo')}
              hasLogo={logo !== null}
              onChange={(picture) => setDraft({ ...draft, logo: picture })}
            />
            <TextField label="Link to help" type="url" {...field('support_url')} />
            <TextField label="Link to your privacy notice" type="url" {...field('privacy_url')} />
            <label class="check">
              <input
                type="checkbox"
                checked={draft.hide_powered_by ?? branding.hide_powered_by}
                onChange={(event) => setDraft({ ...draft, hide_powered_by: event.currentTarget.checked })}
              />
              <span>Hide “Secure connection by Ledgerport”</span>
            </label>
            {failure && failure.errors.length === 0 && <FailureNote failure={failure} />}
            {may ? (
              <div>
                <button type="submit" class="button primary" disabled={isPending || Object.keys(draft).length === 0}>
                  Save
                </button>
              </div>
            ) : (
              <p class="hint">Only owners can change this.</p>
            )}
          </fieldset>
        </Card>
      </Form>
      <div class="column-side">
        <ConnectPreview
          name={value('display_name')}
          isHidden={draft.hide_powered_by ?? branding.hide_powered_by}
          {...{ logo, colour }}
        />
      </div>
    </div>
  );
}

function contrastWords(colour: string | undefined): string {
  if (colour === undefined)
    return 'The colour of the main button, as # and six hexadecimal digits. Without one it is violet.';
  const { colour: text, contrast } = textOn(colour);
  const ratio = Math.floor(contrast * 10) / 10;
  const name = text === '#ffffff' ? 'White' : 'Black';
  return `${name} text stands on it with a contrast of ${ratio} to 1; 4.5 is the least that reads well.`;
}

interface LogoFieldProps {
  readonly error: string | undefined;
  readonly hasLogo: boolean;
  readonly onChange: (picture: string | null) => void;
}

function LogoField({ error, hasLogo, onChange }: LogoFieldProps) {
  const take = (file: File | undefined) => {
    if (!file) return;
    const reader = new FileReader();
    reader.onload = () => onChange(String(reader.result));
    reader.readAsDataURL(file);
  };
  return (
    <Field
      label="Logo"
      hint="A PNG or JPEG of at most 256 kB and 1,024 by 1,024 pixels. It stands on white."
      {...(error === undefined ? {} : { error })}
      control={(wiring) => (
        <div class="pair">
          <input
            {...wiring}
            type="file"
            accept="image/png,image/jpeg"
            onChange={(event) => take(event.currentTarget.files?.[0])}
          />
          {hasLogo && <Button look="small" words="Remove the logo" onClick={() => onChange(null)} />}
        </div>
      )}
    />
  );
}

interface ColourFieldProps {
  readonly hint: string;
  readonly error: string | undefined;
  readonly value: string;
  readonly onInput: (colour: string) => void;
}

/** A colour, typed or picked. */
function ColourField({ hint, error, value, onInput }: ColourFieldProps) {
  const isColour = /^#[0-9a-f]{6}$/i.test(value);
  return (
    <Field
      label="Colour"
      hint={hint}
      {...(error === undefined ? {} : { error })}
      control={(wiring) => (
        <div class="typed">
          <input
            {...wiring}
            class="input"
            type="text"
            value={value}
            maxLength={7}
            placeholder="#1a73e8"
            spellcheck={false}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
          <input
            class="input palette"
            type="color"
            aria-label="Choose from a palette"
            value={isColour ? value.toLowerCase() : usualColour}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
        </div>
      )}
    />
  );
}
