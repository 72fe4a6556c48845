/**
 * How much one person, token or address may ask of this process in a minute, counted in memory: an ordinary save pays
 * no round trip for it. docs/decisions/026-rate-limits.md says why.
 */
import 'server-only'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import { type BodyShape, type Endpoint, isFile, type ResponseShape } from '@/lib/platform/api/endpoint'
import type { Actor } from '@/lib/platform/policy/actor'
import { env } from './env'
import { AppError } from './errors'
import { claimOf, credentialOf, identify, type SessionClaim, sha256 } from './identify'
import { clientAddress } from './throttle'

/** What of an actor is counted. */
type Caller = Pick<Actor, 'userId' | 'via'>
type AnyEndpoint = Endpoint<z.ZodType | undefined, z.ZodType | undefined, BodyShape, ResponseShape>

interface Bucket {
  left: number
  /** When `left` was counted, in milliseconds of a clock that never goes back. */
  at: number
}

/** Whoever was not heard of for longest is forgotten first: a flood of addresses takes no more memory than this. */
const buckets = new LRUCache<string, Bucket>({ max: 20_000 })

/** Cookies and tokens that were somebody's a moment ago: they go on also where their address sends many that are nobody's. */
const recognised = new LRUCache<string, true>({ max: 20_000, ttl: 10 * 60_000 })
/** How many cookies and tokens of nobody an address may send, as a share of its reads. */
const NOBODY_SHARE = 1 / 4

/** What a file weighs, in ordinary reads. */
const STREAM_COST = 20
const MINUTE_MS = 60_000

/**
 * Takes `cost` from a bucket that holds `perMinute` and fills up again within a minute. Returns the seconds to wait,
 * 0 when there was enough.
 */
export function takeFrom(key: string, perMinute: number, cost: number, now = performance.now()): number {
  const bucket = buckets.get(key)
  const refilled = bucket ? bucket.left + ((now - bucket.at) * perMinute) / MINUTE_MS : perMinute
  const left = Math.min(perMinute, refilled)
  // What weighs more than a whole minute's worth is let through by a full bucket.
  const due = Math.min(cost, perMinute)
  const isEnough = left >= due
  buckets.set(key, { left: isEnough ? left - due : left, at: now })
  return isEnough ? 0 : Math.max(1, Math.ceil(((due - left) * 60) / perMinute))
}

/** Throws `throttled`, with the seconds to wait, when whoever sends this has asked for too much. */
export function limitRate(endpoint: AnyEndpoint, actor: Caller | null, headers: Headers): void {
  const bucket = actor ? bucketOf(actor, headers) : addressBucket(headers)
  const seconds = take(endpoint.method, bucket, endpoint.cost ?? costOf(endpoint.response))
  if (seconds > 0) throw tooMany(seconds)
}

/** Throws likewise for what is counted by its address alone, whoever sends it. */
export function limitAddress(method: string, headers: Headers): void {
  const seconds = take(method, addressBucket(headers), 1)
  if (seconds > 0) throw tooMany(seconds)
}

/**
 * `identify`, which costs a decryption or a query, for as many invented cookies and tokens of one address as a person may
 * have old ones. Throws `throttled` past that.
 */
export async function identifyWithinRate(headers: Headers): Promise<Actor | null> {
  const { bearer, cookie } = credentialOf(headers)
  if (!bearer && !cookie) return null
  const perMinute = env().ASSAY_READS_PER_MINUTE * NOBODY_SHARE
  const digest = sha256(bearer || cookie)
  const bucket = `nobody:${addressBucket(headers)}`
  const isCounted = perMinute > 0 && !recognised.has(digest)
  const seconds = isCounted ? takeFrom(bucket, perMinute, 1) : 0
  if (seconds > 0) throw tooMany(seconds)
  const actor = await identify(headers)
  if (!actor) recognised.delete(digest)
  else {
    recognised.set(digest, true)
    if (isCounted) giveBack(bucket, perMinute)
  }
  return actor
}

/** `claimOf`, of cookies that were somebody's when they were last sent: others are counted, and looked into, by `identifyWithinRate`. */
export function recognisedClaim(headers: Headers): SessionClaim | null {
  const claim = claimOf(headers)
  return claim && recognised.has(sha256(credentialOf(headers).cookie)) ? claim : null
}

function take(method: string, bucket: string, cost: number): number {
  const isRead = method === 'GET'
  const perMinute = isRead ? env().ASSAY_READS_PER_MINUTE : env().ASSAY_WRITES_PER_MINUTE
  return perMinute === 0 ? 0 : takeFrom(`${isRead ? 'reads' : 'writes'}:${bucket}`, perMinute, cost)
}

/** Puts back what `takeFrom` has taken for one. */
function giveBack(key: string, perMinute: number): void {
  const bucket = buckets.get(key)
  if (bucket) bucket.left = Math.min(perMinute, bucket.left + Math.min(1, perMinute))
}

const tooMany = (seconds: number) =>
  new AppError('throttled', `Too many requests at once. Try again in ${seconds} seconds.`, { data: { seconds } })

const addressBucket = (headers: Headers) => `address:${clientAddress(headers.get('x-forwarded-for'))}`

/** A token has a bucket of its own, so that a script does not stop its owner's work in the browser. */
const bucketOf = (actor: Caller, headers: Headers) =>
  actor.via === 'token' ? `token:${sha256(credentialOf(headers).bearer)}` : `user:${actor.userId}`

const costOf = (response: ResponseShape): number => (isFile(response) ? STREAM_COST : 1)

/** Everybody begins anew; for tests, in which everybody knocks from one address. */
export function forgetRates(): void {
  buckets.clear()
  recognised.clear()
}
