import { randomBytes, scryptSync } from 'node:crypto'

const COST = { N: 2 ** 10, r: 8, p: 1 }

/**
 * What is stored of this password, as by `hashPassword` but at a two-hundredth of its cost, for people whom a test needs only to sign
 * in. The stored text says the cost, so the product checks it as any other.
 */
export function storedPassword(password: string): string {
  const salt = randomBytes(16)
  const key = scryptSync(password.normalize('NFKC'), salt, 32, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}
