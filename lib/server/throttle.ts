import 'server-only'
import { createHash } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { pool } from './db'
import { AppError } from './errors'

/** How many attempts a key has in a window that starts with its first one. */
export interface ThrottleRule {
  limit: number
  seconds: number
}

/** A key that tells nobody whom it counts: `throttleKey('sign-in:account', email)`. */
export function throttleKey(what: string, whom: string): string {
  return `${what}:${createHash('sha256').update(whom).digest('hex')}`
}

/**
 * Counts an attempt and throws `throttled` (with the seconds to wait) past the limit. One atomic statement, committed by
 * itself, so that neither parallel attempts, a rolled-back command nor a restart forgives any. `whenFirstRefused` is
 * called once a window.
 */
export async function throttle(key: string, rule: ThrottleRule, whenFirstRefused?: () => void): Promise<void> {
  const { rows } = await pool().query<{ hits: number; wait: number }>({
    name: 'throttle',
    text: `insert into throttles as t (key, hits, reset_at) values ($1, 1, now() + make_interval(secs => $2))
           on conflict (key) do update set
             hits = case when t.reset_at <= now() then 1 else t.hits + 1 end,
             reset_at = case when t.reset_at <= now() then excluded.reset_at else t.reset_at end
           returning hits, ceil(extract(epoch from reset_at - now()))::int as wait`,
    values: [key, rule.seconds],
  })
  const row = rows[0]
  if (!row || row.hits <= rule.limit) return
  if (row.hits === rule.limit + 1) whenFirstRefused?.()
  const seconds = Math.max(1, row.wait)
  throw new AppError('throttled', `Too many attempts. Try again in ${seconds} seconds.`, { data: { seconds } })
}

/** Takes back one counted attempt that turned out well, so that many people behind one address do not wait. */
export async function refund(key: string): Promise<void> {
  await pool().query('update throttles set hits = hits - 1 where key = $1 and hits > 0', [key])
}

/** Forgets a key's attempts, and those of every window that has passed. */
export async function forgive(key: string): Promise<void> {
  await pool().query('delete from throttles where key = $1', [key])
  await pool().query(
    `delete from throttles where key in (select key from throttles where reset_at < now() for update skip locked)`,
  )
}

/**
 * The address a request came from, as the nearest proxy (or the server itself) saw it: the last entry. Earlier entries
 * are the client's word. Without a proxy the whole header is; the limit by account does not depend on it. Of IPv6 it is
 * the network (/64): one customer has all addresses of it.
 */
export function clientAddress(forwardedFor: string | null | undefined): string {
  const last = forwardedFor?.split(',').at(-1)?.trim() ?? ''
  // Some proxies name the port too: 192.0.2.1:4711, [2001:db8::1]:4711.
  const text = /^\[(.*)\](?::\d+)?$/.exec(last)?.[1] ?? /^([\d.]+):\d+$/.exec(last)?.[1] ?? last
  if (!ipaddr.isValid(text)) return 'unknown'
  const address = ipaddr.process(text)
  return address instanceof ipaddr.IPv6 ? `${networkOf(address)}/64` : address.toString()
}

const networkOf = (address: ipaddr.IPv6) => new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()
