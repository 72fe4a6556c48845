import 'server-only'
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/** OWASP's scrypt setting of 32 MiB (Password Storage Cheat Sheet): about a fifth of a second per attempt. */
const COST = { N: 2 ** 15, r: 8, p: 3 }
const KEY_BYTES = 32

/** A well-formed hash that no password has: unknown accounts cost the same time as known ones. */
export const NO_PASSWORD = `scrypt$${COST.N}$${COST.r}$${COST.p}$${Buffer.alloc(16).toString('base64url')}$${Buffer.alloc(KEY_BYTES).toString('base64url')}`

/** The text to store: `scrypt$N$r$p$salt$key`, so that the cost can be raised without a migration. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, KEY_BYTES, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Is this the password behind a stored hash? A malformed hash matches nothing. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = stored.split('$')
  if (scheme !== 'scrypt' || !salt || !key) return false
  const expected = Buffer.from(key, 'base64url')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  return timingSafeEqual(expected, await derive(password, Buffer.from(salt, 'base64url'), expected.length, cost))
}

/** Normalised first: the same characters typed on two systems are the same password. */
function derive(password: string, salt: Buffer, bytes: number, cost: Required<Pick<ScryptOptions, 'N' | 'r' | 'p'>>) {
  const options = { ...cost, maxmem: 256 * cost.N * cost.r }
  return new Promise<Buffer>((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, bytes, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
