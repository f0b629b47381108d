// The page that a customer's person sees first, as it would look with what a member types.
import { badRequest, type Core, type Locale, locales, type SignedIn } from '#core';
import { consentPage } from '../connect-page/asking-pages.ts';
import { pageParts } from '../connect-page/page.ts';
import { speechIn } from '../connect-page/speech.ts';

interface Typed {
  readonly locale?: string | undefined;
  readonly display_name?: string | undefined;
  readonly colour?: string | undefined;
  readonly hide_powered_by?: string | undefined;
}

const dayMs = 86_400_000;
const isLocale = (text: string): text is Locale => (locales as readonly string[]).includes(text);

/** What is not typed is as it is stored. The page's links lead nowhere. Throws BAD_REQUEST `locale`, `colour`. */
export async function previewBranding(
  core: Core,
  member: SignedIn,
  typed: Typed,
): Promise<ReturnType<typeof pageParts>> {
  const { locale = 'en', colour } = typed;
  if (!isLocale(locale)) throw badRequest('locale', `must be one of ${locales.join(', ')}`);
  if (colour && !/^#[0-9a-f]{6}$/i.test(colour)) throw badRequest('colour', 'must be a colour such as #1a73e8');
  const { name, displayName, ...stored } = await core.console.branding.read(member);
  const brand = { ...stored, name: typed.display_name?.trim().slice(0, 80) || displayName || name };
  const [provider] = core.providers.list();
  const families = Object.entries(provider?.capabilities ?? {}).map(([type, can]) => [
    type,
    { can: Object.entries(can ?? {}).flatMap(([one, isThere]) => (isThere === true ? [one] : [])) },
  ]);
  const speech = speechIn(locale, {
    ...brand,
    // The console shows the logo that is chosen there.
    logo: null,
    colour: colour?.toLowerCase() || brand.colour,
    hidePoweredBy: typed.hide_powered_by ? typed.hide_powered_by === 'true' : brand.hidePoweredBy,
  });
  const page = consentPage(
    speech,
    { consentUrl: '#' },
    {
      url: '#',
      accountName: 'Harbour Coffee Ltd',
      providerName: provider?.name ?? '',
      families: Object.fromEntries(families),
      retentionMode: 'cached',
      environment: 'live',
      expiresAt: new Date(Date.now() + 7 * dayMs),
      reconnects: null,
    },
  );
  return pageParts(speech, page);
}
