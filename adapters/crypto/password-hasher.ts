import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { type PasswordHasher, ServiceError } from '#core/ports';

const scryptOf = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt);

interface HashCosts {
  /** Base-2 logarithm of scrypt's N. */
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

// 32 MiB and about 0.3 s of one core: OWASP's scrypt setting for this amount of memory.
const production: HashCosts = { ln: 15, r: 8, p: 3 };
const saltBytes = 16;
const hashBytes = 32;
const encodedForm = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9_-]{22})\$([A-Za-z0-9_-]{43})$/;

/** How many hashes are computed at once, with 32 MiB each. */
const atOnce = 2;
const waitingMost = 50;

/** Each hash names the costs that it was made with. */
export function createPasswordHasher(costs: HashCosts = production): PasswordHasher {
  const limit = pLimit(atOnce);
  const bounded = (password: string, salt: Uint8Array, asked: HashCosts): Promise<Buffer> => {
    if (limit.pendingCount >= waitingMost) {
      throw new ServiceError('RATE_LIMITED', 'too many sign-ins at the same time; try again in a few seconds', {
        reason: 'sign_in_busy',
        retryAfterSeconds: 5,
      });
    }
    return limit(() => derive(password, salt, asked));
  };
  return {
    hash: async (password) => {
      const salt = randomBytes(saltBytes);
      const hash = await bounded(password, salt, costs);
      const { ln, r, p } = costs;
      return `$scrypt$ln=${ln},r=${r},p=${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
    },
    verify: async (password, encoded) => {
      const [, ln, r, p, salt = '', hash = ''] = encodedForm.exec(encoded) ?? [];
      const asked: HashCosts = { ln: Number(ln), r: Number(r), p: Number(p) };
      if (!isReasonable(asked)) return false;
      const derived = await bounded(password, Buffer.from(salt, 'base64url'), asked);
      return timingSafeEqual(derived, Buffer.from(hash, 'base64url'));
    },
  };
}

function isReasonable({ ln, r, p }: HashCosts): boolean {
  return ln >= 10 && ln <= 18 && r >= 1 && r <= 16 && p >= 1 && p <= 8;
}

function derive(password: string, salt: Uint8Array, { ln, r, p }: HashCosts): Promise<Buffer> {
  const N = 2 ** ln;
  // NFKC turns what different keyboards send for one character into the same bytes.
  return scryptOf(password.normalize('NFKC'), salt, hashBytes, { N, r, p, maxmem: 2 * 128 * N * r });
}
