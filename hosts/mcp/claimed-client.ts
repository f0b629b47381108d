import { isJsonObject, type JsonObject } from '#core';
import type { RequestState } from '../koa/request-state.ts';
import { cleanText } from './clean-text.ts';

const key = 'io.modelcontextprotocol/clientInfo';

/** From the message, which has it in each request of the new era and in the first of the old one; else from the User-Agent. */
export function claimedClient({ params }: JsonObject, userAgent: string): RequestState['client'] {
  const said = isJsonObject(params) ? params : {};
  const meta = isJsonObject(said['_meta']) ? said['_meta'][key] : undefined;
  const info = isJsonObject(meta) ? meta : isJsonObject(said['clientInfo']) ? said['clientInfo'] : undefined;
  if (info && typeof info['name'] === 'string') {
    return { name: short(info['name']), version: typeof info['version'] === 'string' ? short(info['version']) : null };
  }
  const [, name, version = null] = /^([^\s/]+)(?:\/(\S+))?/.exec(userAgent) ?? [];
  return name === undefined ? undefined : { name: short(name), version: version && short(version) };
}

const short = (text: string) => cleanText(text).replaceAll(/\s+/g, ' ').slice(0, 100);
