/**
 * Browsers that have signed in to an account with its password before. Wrong passwords from elsewhere never make such a
 * browser wait. What a browser keeps is no way in: the password is asked for all the same.
 */
import 'server-only'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { DEVICE_SECONDS } from '@/lib/platform/server/device-cookie'
import { env } from '@/lib/platform/server/env'

/** Whose browser it is, and since which change of what opens the account: a new password forgets its browsers. */
interface Owner {
  id: string
  sessionVersion: number
}

/** People who share a browser; whoever signed in longest ago is forgotten. */
const MAX_ENTRIES = 5
const BETWEEN = '~'
/** Id, end (seconds since 1970), signature. It names no account: only with the right one the signature holds. */
const ENTRY = /^([\w-]{22})\.(\d{10,11})\.([\w-]{43})$/

const signature = (owner: Owner, id: string, expires: string) =>
  createHmac('sha256', env().NEXTAUTH_SECRET)
    .update(['assay.device', owner.id, owner.sessionVersion, id, expires].join('\n'))
    .digest()

interface Entry {
  text: string
  id: string
  expires: string
  mac: string
}

function entriesOf(cookie: string): Entry[] {
  const now = Date.now() / 1000
  return cookie
    .split(BETWEEN, MAX_ENTRIES)
    .map((text) => ENTRY.exec(text))
    .flatMap((match) =>
      match ? [{ text: match[0], id: match[1] ?? '', expires: match[2] ?? '', mac: match[3] ?? '' }] : [],
    )
    .filter(({ expires }) => Number(expires) > now)
}

const isOf = (owner: Owner, { id, expires, mac }: Entry) =>
  timingSafeEqual(Buffer.from(mac, 'base64url'), signature(owner, id, expires))

/** The id of the browser that sent this cookie, if the account knows it; else null. */
export function knownDevice(cookie: string, owner: Owner): string | null {
  return entriesOf(cookie).find((entry) => isOf(owner, entry))?.id ?? null
}

/** The cookie for a browser in which the owner has just signed in; others who use this browser stay known. */
export function rememberDevice(cookie: string, owner: Owner): string {
  const id = randomBytes(16).toString('base64url')
  const expires = String(Math.floor(Date.now() / 1000) + DEVICE_SECONDS)
  const entry = [id, expires, signature(owner, id, expires).toString('base64url')].join('.')
  const others = entriesOf(cookie).filter((other) => !isOf(owner, other))
  return [entry, ...others.map(({ text }) => text)].slice(0, MAX_ENTRIES).join(BETWEEN)
}
