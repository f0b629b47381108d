export const passwordShortest = 12;
export const passwordLongest = 1_000;

/** Why a text cannot be a password (NIST SP 800-63B: length, not composition); undefined when it can. */
export function passwordProblem(password: string, email: string): string | undefined {
  if (password.length < passwordShortest) return `must have at least ${passwordShortest} characters`;
  if (password.length > passwordLongest) return `must have at most ${passwordLongest} characters`;
  if (new Set(password).size < 5) return 'must not be made of so few different characters';
  const [name = ''] = email.split('@');
  if (name.length >= 6 && password.toLowerCase().includes(name)) return 'must not hold the e-mail address';
  return undefined;
}
