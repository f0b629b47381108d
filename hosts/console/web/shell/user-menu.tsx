import { useState } from 'preact/hooks';
import { prefix } from '../api/prefix.ts';
import { ZoneSwitch } from '../parts/time.tsx';
import { useMe, useSession } from '../session/session.tsx';
import { capital } from '../words/state-words.ts';

const keptAs = 'ledgerport.theme';
const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** The signed-in member, the way to sign out, what one reads, and how the pages show times and colours. */
export function UserMenu() {
  const { email, role } = useMe();
  const { signOut } = useSession();
  return (
    <div class="user">
      <p class="user-name" title={`${email}, ${capital(role)}`}>
        {email} <span class="quiet">{capital(role)}</span>
      </p>
      <div class="user-links">
        <a href="/console/sessions">Account</a>
        <button type="button" class="link" onClick={() => void signOut()}>
          Sign out
        </button>
      </div>
      <nav class="user-links" aria-label="To read">
        {documents.map(([page, words, label]) => (
          <a key={page} href={`${prefix}/docs${page}`} target="_blank" rel="noopener" aria-label={label}>
            {words}
          </a>
        ))}
      </nav>
      <ZoneSwitch />
      <ThemeChoice />
    </div>
  );
}

const documents = [
  ['', 'Guides', undefined],
  ['/api', 'API', 'API reference'],
  ['/events', 'Event catalogue', undefined],
] as const;

function ThemeChoice() {
  const [theme, setTheme] = useState<Theme>(keptTheme);
  const choose = (chosen: Theme) => {
    setTheme(chosen);
    if (chosen === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = chosen;
    try {
      localStorage.setItem(keptAs, chosen);
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  };
  return (
    <fieldset class="themes">
      <legend class="hidden">Colours</legend>
      {themes.map((name) => (
        <label key={name}>
          <input type="radio" name="theme" checked={theme === name} onChange={() => choose(name)} />
          <span>{name === 'system' ? 'Auto' : capital(name)}</span>
        </label>
      ))}
    </fieldset>
  );
}

function keptTheme(): Theme {
  const stored = document.documentElement.dataset['theme'];
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}
