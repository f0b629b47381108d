// The organization's brand on the pages of its customers.
import * as v from 'valibot';
import { locales } from '#core';
import { BrandingAnswer, flag, parseListQuery, presenter } from '#core/schemas';
import { filter } from '../routes/query-parameters.ts';
import { consoleRoute, type PlainRoute, type Route } from '../routes/route.ts';
import { text, typed } from './body-fields.ts';
import { previewBranding } from './branding-preview.ts';

const logoKilobytesMost = 256;

const httpsUrl = v.pipe(
  text(500),
  v.check((url) => /^https:\/\/[^/@]+(\/|$)/i.test(url) && URL.canParse(url), 'must be an https address'),
  v.transform((url) => new URL(url).href),
);
const Body = v.partial(
  v.strictObject({
    display_name: v.nullable(text(80)),
    colour: v.nullable(
      v.pipe(typed(7), v.regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #1a73e8'), v.toLowerCase()),
    ),
    logo: v.nullable(
      v.pipe(
        v.string('must be a text'),
        v.maxLength(Math.ceil((logoKilobytesMost * 1024) / 3) * 4, `must be at most ${logoKilobytesMost} kB`),
        v.base64('must be a PNG or JPEG in base64'),
      ),
    ),
    support_url: v.nullable(httpsUrl),
    privacy_url: v.nullable(httpsUrl),
    hide_powered_by: flag(),
  }),
);

const answer = presenter(BrandingAnswer);

const logoRoute: PlainRoute = {
  kind: 'public',
  method: 'GET',
  path: '/connect/logos/:digest',
  operations: [],
  handle: async (ctx, { core }) => {
    ctx.body = Buffer.from(await core.connectSessions.logo(ctx.params['digest'] ?? ''), 'base64');
    ctx.type = 'image/png';
    // Another picture has another address.
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
  },
};

export const brandingRoutes: readonly Route[] = [
  logoRoute,
  consoleRoute('GET /accounting/branding', {
    handle: async ({ core, member }) => ({
      message: 'Branding',
      data: answer(await core.console.branding.read(member)),
    }),
  }),
  consoleRoute('GET /accounting/branding/preview', {
    query: [
      filter('locale', 'The language of the page.', locales),
      filter('display_name', 'A name that is not saved yet.', { maxLength: 80 }),
      filter('colour', 'A colour that is not saved yet.', { pattern: '^#[0-9A-Fa-f]{6}$' }),
      filter('hide_powered_by', 'Whether the page names the service.', ['true', 'false']),
    ],
    handle: async ({ core, member, query }) => {
      const { filters } = parseListQuery(query, ['locale', 'display_name', 'colour', 'hide_powered_by']);
      return { message: 'Preview', data: await previewBranding(core, member, filters) };
    },
  }),
  consoleRoute('PATCH /accounting/branding', {
    permission: 'members',
    settings: true,
    body: Body,
    handle: async ({ core, member, body }) => {
      const { display_name, support_url, privacy_url, hide_powered_by, ...same } = body;
      const renamed = { displayName: display_name, supportUrl: support_url, privacyUrl: privacy_url };
      const change = { ...same, ...renamed, hidePoweredBy: hide_powered_by };
      const changed = await core.console.branding.change(member, change);
      return { message: 'Branding changed', data: answer(changed) };
    },
  }),
];
