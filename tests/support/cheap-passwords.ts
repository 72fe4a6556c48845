import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

type Hashed = (error: Error | null, key: Buffer) => void

const original = crypto.scrypt
const shared: typeof globalThis & { __hasCheapPasswords?: boolean } = globalThis

/** As tests/support/stored-password.ts stores them. */
const CHEAP = { N: 2 ** 10, r: 8, p: 1 }

/**
 * From here on this process hashes a password in milliseconds. What is stored and asked for still says the product's cost; that this
 * is high is held by lib/workspace/users/password.test.ts.
 */
export function makePasswordsCheap(): void {
  if (shared.__hasCheapPasswords) return
  shared.__hasCheapPasswords = true
  const cheap = (
    password: crypto.BinaryLike,
    salt: crypto.BinaryLike,
    bytes: number,
    cost: crypto.ScryptOptions,
    done: Hashed,
  ) => original(password, salt, bytes, Number(cost.N) > CHEAP.N ? { ...cost, ...CHEAP } : cost, done)
  Object.assign(crypto, { scrypt: cheap })
  // Modules that import it by its name see this one too.
  syncBuiltinESMExports()
}
