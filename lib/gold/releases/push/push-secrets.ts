/** Credentials of a push: sealed in its row as keys of providers are, and emptied once they are not needed any more. */
import 'server-only'
import { open, type Sealed, seal } from '@/lib/automation/keys/sealing'
import { type Secret, secretSchema } from './contract'

/** For this push alone, so that rows cannot be exchanged. */
const nameOf = (pushId: string) => `push ${pushId}`

export const sealSecret = (pushId: string, secret: Secret): Sealed => seal(nameOf(pushId), JSON.stringify(secret))

/** null: it was emptied, or was sealed under a secret that this server does not have. */
export function openSecret({ id, sealed, secretId }: Sealed & { id: string }): Secret | null {
  const text = sealed.length === 0 ? null : open(nameOf(id), { sealed, secretId })
  return text === null ? null : secretSchema.parse(JSON.parse(text))
}

export const EMPTIED = { sealed: new Uint8Array(), secretId: '' } satisfies Sealed
