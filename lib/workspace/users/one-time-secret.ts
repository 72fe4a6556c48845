import 'server-only'
import { randomBytes } from 'node:crypto'
import { sha256 } from '@/lib/platform/server/identify'

/** A secret of 256 bits for a link or a token, and the hash that is all we keep of it. */
export function oneTimeSecret(prefix = ''): { secret: string; hash: string } {
  const secret = prefix + randomBytes(32).toString('base64url')
  return { secret, hash: sha256(secret) }
}
