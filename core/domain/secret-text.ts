const secretNames =
  /authorization|cookie|secret|token|password|passphrase|pepper|api[-_]?key|private[-_]?key|signature|verifier/i;
/** API keys, signing secrets, bearer and basic credentials, JWTs. */
const secretText =
  /\b(acct_(?:test|live)_)[0-9A-Za-z]{16,}|\b(whsec_)[A-Za-z0-9+/=]{16,}|\b((?:bearer|basic) )[A-Za-z0-9._~+/=-]{8,}|\b(eyJ)[A-Za-z0-9_-]{8,}\.[A-Za-z0-9._-]+/gi;

export const secretMask = '[redacted]';

/** True if a field of this name may hold a secret. */
export function isSecretName(name: string): boolean {
  return secretNames.test(name);
}

/**
 * Masks secrets and leaves the prefix that tells their kind. Of addresses it masks what stands before the host, and the
 * parameters that are named like secrets or look like some.
 */
export function withoutSecrets(text: string): string {
  return maskAddresses(maskKnown(text), maskParameters);
}

/**
 * As `withoutSecrets`, for what callers send. Addresses of webhooks and pages carry secrets anywhere behind the host, so of
 * an address only the host stays, and behind it words, versions, small numbers and this service's ids.
 */
export function withoutForeignSecrets(text: string): string {
  return maskAddresses(maskKnown(text), (rest) => maskParameters(maskPath(rest), true));
}

function maskKnown(text: string): string {
  return text.replace(secretText, `$1$2$3$4${secretMask}`);
}

/**
 * The scheme is looked for from the beginning of a word, or in the 40 letters before its end, so that a text without an end
 * takes no time. Browsers read `https:\\host`, `https:/host` and `//host` as addresses, too, and skip tabs and line
 * ends within one.
 */
const address =
  /(?:(?:(?<![a-z0-9+.-])(?!file:)[a-z0-9+.-]{1,40}|(?<=[a-z0-9+.-])[a-z0-9+.-]{40}):\/\/|\b(?:https?|wss?|ftp):[\\/]*|(?<![\w:/\\])\/\/)[^\s"'<>`]+/gi;
const beforeHost = /^((?:[a-z0-9+.-]*:)?[\\/]*)(.*)$/is;

function maskAddresses(text: string, maskRest: (rest: string) => string): string {
  if (!/[:/\\]/.test(text)) return text;
  const isOneAddress = /[\t\r\n]/.test(text.trim()) && /^\s*(?:[a-z][a-z0-9+.-]*:[\\/]|https?:)[^ ]*$/i.test(text);
  const plain = isOneAddress ? text.replace(/[\t\r\n]/g, '') : text;
  return plain.replace(address, (found) => {
    const [, scheme = '', given = ''] = beforeHost.exec(found) ?? [];
    const behindUser = given.slice(userEnd(given));
    const user = behindUser.length < given.length ? `${secretMask}@` : '';
    const hostEnd = behindUser.search(/[/\\?#]/);
    if (hostEnd < 0) return scheme + user + behindUser;
    return scheme + user + behindUser.slice(0, hostEnd) + maskRest(behindUser.slice(hostEnd));
  });
}

/** Where user and password end. A password may have `@`, `/`, `?` and `#` in it, so behind one the last `@` counts. */
function userEnd(given: string): number {
  const hasPassword = /^[^/\\?#@:[\]]*:(?!\d{0,5}(?:[/\\?#]|$))/.test(given);
  const end = hasPassword ? given.length : given.search(/[/\\?#]|$/);
  return given.lastIndexOf('@', end) + 1;
}

/** With the prefix that tells its kind. */
const isMasked = /^(?:acct_(?:test|live)_|whsec_|eyJ|bearer |basic )?\[redacted\]$/i;
const ownId = /^[a-z]{2,10}_[0-9a-hjkmnp-tv-z]{26}$/;
const plainSegment = /^(?:[a-z]{1,20}(?:[-_.][a-z]{1,20}){0,4}|v\d{1,3}|\d{1,6}|:[a-z_]{1,40})$/;

function maskPath(rest: string): string {
  const [path = ''] = /^[^?#]*/.exec(rest) ?? [];
  const masked = path.replace(/[^/\\]+/g, (segment) => (isPlain(segment) ? segment : secretMask));
  return masked + rest.slice(path.length);
}

function isPlain(segment: string): boolean {
  return plainSegment.test(segment) || ownId.test(segment) || isMasked.test(segment);
}

const secretParameters =
  /^(?:code|state|nonce|key|k|t|sig|s?sig|auth|pass|pwd|pin|otp|jwt|hash|sid|session|ticket|credential)$/i;
const looksRandom = /^(?=.*[a-z])(?=.*\d)[^\s]{16,}$|[A-Za-z0-9+/_-]{24,}/i;

/** Masks the values in query and fragment that may be secret; with `all`, those that are not plain words and numbers. */
function maskParameters(rest: string, all = false): string {
  const [path = ''] = /^[^?#]*/.exec(rest) ?? [];
  const mask = (found: string): string => {
    const mark = found.slice(0, 1);
    const [, name = '', value] = /^.([^=]*)=?(.*)$/s.exec(found) ?? [];
    const hasName = found.includes('=');
    const alone = hasName ? (value ?? '') : name;
    const isSecret = hasName && (isSecretName(name) || secretParameters.test(name));
    const isHidden = isSecret || (all ? !isPlain(alone) : looksRandom.test(alone) && !ownId.test(alone));
    const shown = isHidden && alone !== '' && !isMasked.test(alone) ? secretMask : alone;
    return hasName ? `${mark}${name}=${shown}` : mark + shown;
  };
  const masked = rest.slice(path.length).replace(/[?&;#][^&;#]*/g, mask);
  return path + masked;
}
