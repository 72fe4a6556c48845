/** How keys of providers are kept: AES-256-GCM under a key that HKDF derives from a secret of the server (docs/decisions/092-provider-keys.md). */
import 'server-only'
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { type Env, env } from '@/lib/platform/server/env'

const SALT = 'assay: keys of providers'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** The first byte of what is sealed: how it was. */
const VERSION = 1

export interface Sealed {
  /** Version, nonce, tag and what was encrypted. */
  sealed: Uint8Array<ArrayBuffer>
  /** Tells under which secret, and nothing else of it. */
  secretId: string
}

type Secrets = Pick<Env, 'ASSAY_KEYS_SECRET' | 'ASSAY_KEYS_SECRET_BEFORE' | 'NEXTAUTH_SECRET'>

const derive = (secret: string, info: string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, SALT, info, bytes))
const idOf = (secret: string) => derive(secret, 'id', 8).toString('hex')

/** The secret that seals, first, and those that only open what was sealed before. */
const secretsOf = (from: Secrets): string[] =>
  [from.ASSAY_KEYS_SECRET, from.NEXTAUTH_SECRET, from.ASSAY_KEYS_SECRET_BEFORE].filter((secret) => secret !== undefined)

/** The name of the secret under which keys are sealed now. */
export const presentSecretId = (from: Secrets = env()): string => idOf(secretsOf(from)[0] ?? '')

/** Seals a provider's key: for this provider alone, so that rows cannot be exchanged. */
export function seal(provider: string, key: string, from: Secrets = env()): Sealed {
  const secret = secretsOf(from)[0] ?? ''
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', derive(secret, 'key', 32), nonce).setAAD(Buffer.from(provider))
  const hidden = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()])
  return {
    sealed: Uint8Array.from([VERSION, ...nonce, ...cipher.getAuthTag(), ...hidden]),
    secretId: idOf(secret),
  }
}

/** The key, or null: it was sealed under a secret that this server does not have, or is not as it was sealed. */
export function open(provider: string, { sealed, secretId }: Sealed, from: Secrets = env()): string | null {
  const secret = secretsOf(from).find((each) => idOf(each) === secretId)
  const bytes = Buffer.from(sealed)
  if (secret === undefined || bytes[0] !== VERSION || bytes.length <= 1 + NONCE_BYTES + TAG_BYTES) return null
  const [nonce, tag] = [
    bytes.subarray(1, 1 + NONCE_BYTES),
    bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES),
  ]
  try {
    const decipher = createDecipheriv('aes-256-gcm', derive(secret, 'key', 32), nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(provider)).setAuthTag(tag)
    return decipher.update(bytes.subarray(1 + NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}
