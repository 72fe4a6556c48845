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

/** How long the next attempt of a key waits (all times in seconds). */
export interface DelayRule {
  /** So many attempts wait for nothing. */
  free: number
  /** The wait after the last free one; each further attempt doubles it. */
  first: number
  /** No wait is longer. */
  longest: number
  /** After so long without an attempt everything is forgotten. Must be more than the longest wait. */
  forget: number
}

/**
 * Counts an attempt and throws `throttled` (with the seconds to wait) while the wait after the last one is not over. What
 * is refused is not counted and makes the wait no longer, so that nobody can keep a key shut by knocking. One atomic
 * statement, committed by itself: of attempts that come together after the wait, one is looked at. `whenFirstRefused` is
 * called once a wait.
 */
export async function slowDown(key: string, rule: DelayRule, whenFirstRefused?: () => void): Promise<void> {
  const { rows } = await pool().query<{ refused: number; wait: number }>({
    name: 'slow-down',
    text: `insert into throttles as t (key, hits, refused, free_at, reset_at)
           values ($1, 1, 0, case when $2::int <= 1 then now() + make_interval(secs => $3::float8) end,
                   now() + make_interval(secs => $5::float8))
           on conflict (key) do update set (hits, refused, free_at, reset_at) = (
             select case when is_refused then t.hits else n end,
                    case when is_refused then t.refused + 1 else 0 end,
                    case when is_refused then t.free_at
                         when n >= $2::int then at + make_interval(
                           secs => least($4::float8, $3::float8 * power(2::float8, least(n - $2::int, 30)))) end,
                    case when is_refused then t.reset_at else at + make_interval(secs => $5::float8) end
             from (select clock_timestamp() as at) as clock,
                  lateral (select coalesce(t.reset_at > at and t.free_at > at, false) as is_refused,
                                  case when t.reset_at > at then t.hits + 1 else 1 end as n) as attempt)
           returning refused, ceil(extract(epoch from free_at - clock_timestamp()))::int as wait`,
    values: [key, rule.free, rule.first, rule.longest, rule.forget],
  })
  const row = rows[0]
  if (!row || row.refused === 0) return
  if (row.refused === 1) whenFirstRefused?.()
  const seconds = Math.max(1, row.wait)
  throw new AppError('throttled', `Too many attempts. Try again in ${seconds} seconds.`, { data: { seconds } })
}

/**
 * Takes back one counted attempt that turned out well, with the wait after it, so that many people behind one address do
 * not wait.
 */
export async function refund(key: string): Promise<void> {
  await pool().query('update throttles set hits = hits - 1, free_at = null where key = $1 and hits > 0', [key])
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
