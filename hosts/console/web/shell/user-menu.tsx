import { useState } from 'preact/hooks';
import { prefix } from '../api/prefix.ts';
import { ZoneSwitch } from '../parts/time.tsx';
import { useMe, useSession } from '../session/session.tsx';
import { capital } from '../words/state-words.ts';

const keptAs = 'ledgerport.theme';
const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** The signed-in member, the theme, and the way to sign out. */
export function UserMenu() {
  const { email, role } = useMe();
  const { signOut } = useSession();
  return (
    <div class="user">
      <ThemeChoice />
      <ZoneSwitch />
      <p class="user-name" title={email}>
        {email}
      </p>
      <p class="quiet">{capital(role)}</p>
      <p class="user-links">
        <a href={`${prefix}/docs/api`} target="_blank" rel="noopener">
          API reference
        </a>
        <a href={`${prefix}/docs/events`} target="_blank" rel="noopener">
          Event catalogue
        </a>
      </p>
      <p class="user-links">
        <a href="/console/sessions">Account</a>
        <button type="button" class="link" onClick={() => void signOut()}>
          Sign out
        </button>
      </p>
    </div>
  );
}

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
