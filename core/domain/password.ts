export const passwordShortest = 12;
export const passwordLongest = 1_000;

/** Why a text cannot be a password (NIST SP 800-63B: length, not composition); undefined when it can. */
export function passwordProblem(password: string, email: string): string | undefined {
  if (password.length < passwordShortest) return `must have at least ${passwordShortest} characters`;
  if (password.length > passwordLongest) return `must have at most ${passwordLongest} characters`;
  if (new Set(password).size < 5) return 'must not be made of so few different characters';
  if (isCommon(password)) return 'is one of the passwords that are tried first';
  const [name = ''] = email.split('@');
  if (name.length >= 6 && password.toLowerCase().includes(name)) return 'must not hold the e-mail address';
  return undefined;
}

/** What the lists of common passwords of this length are made of, and what this service is called. */
const commonWords =
  /password|passw0rd|qwertyuiop|qwerty|azerty|letmein|welcome|iloveyou|administrator|admin|changeme|football|baseball|superman|princess|sunshine|dragon|monkey|master|trustno|abcdef|asdfgh|zxcvbn|1q2w3e|ledgerport|accounting/g;

const commonRows = /0?123(?:4(?:5(?:6(?:7(?:8(?:90?)?)?)?)?)?)?|987654321|(?:19|20)\d\d/g;

/** Nothing but such words, rows and years: what is left without them is too little to guess. */
function isCommon(password: string): boolean {
  const rest = password
    .toLowerCase()
    .replace(commonWords, '')
    .replace(commonRows, '')
    .replace(/[^\p{L}\d]/gu, '');
  return rest.length < 3;
}
