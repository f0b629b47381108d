import { version } from '../composition/version.ts';
import { forward } from '../mcp/forward.ts';
import { Failure, type Given, UsageError, type World } from './command.ts';

const usualUrl = 'http://localhost:8080';
const thisMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Forwards messages of agents; stdout carries nothing else. */
export async function mcp(given: Given, world: World): Promise<void> {
  const { url, apiKey } = addressAndKey(given, world);
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw new UsageError(`--url is not an http address: ${url}`);
  if (!/^acct_(test|live)_/.test(apiKey))
    throw new Failure('LEDGERPORT_API_KEY must begin with acct_test_ or acct_live_');
  const { protocol, hostname } = new URL(url);
  if (apiKey.startsWith('acct_live_') && protocol === 'http:' && !thisMachine.test(hostname)) {
    throw new Failure(`a live key is sent only over HTTPS, and ${url} is plain HTTP`);
  }
  await forward({
    url,
    apiKey,
    input: process.stdin,
    // As it is: it is read by a program, and JSON shows control characters escaped.
    out: world.styled,
    userAgent: `ledgerport-mcp/${version}`,
  });
}

/**
 * Takes address and key from the program that starts this, or both from `.env`: the folder that it was started in may be
 * somebody else's, and its file must not send the key elsewhere.
 */
function addressAndKey(given: Given, { env, file = {} }: World) {
  const said = (name: string) => (env[name] === file[name] ? undefined : env[name]) || undefined;
  const own = said('LEDGERPORT_API_KEY');
  if (own !== undefined) return { url: given.text('url') ?? said('LEDGERPORT_URL') ?? usualUrl, apiKey: own };
  const kept = file['LEDGERPORT_API_KEY'];
  const keptUrl = file['LEDGERPORT_URL'] ?? usualUrl;
  const url = given.text('url') ?? said('LEDGERPORT_URL') ?? keptUrl;
  if (kept && url === keptUrl) return { url, apiKey: kept };
  throw new Failure('no key is known: set LEDGERPORT_API_KEY to a key of kind agent');
}
