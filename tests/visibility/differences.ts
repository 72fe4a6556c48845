/** What has changed between two readings of everything, place by place. */
import type { Json } from '@/lib/protocols/protocol'
import type { Read } from './read-all'

/** One place in one answer that is another than before. */
export interface Difference {
  address: string
  /** As in `events.0.text`; empty where the whole answer is another. */
  place: string
  before: Json | undefined
  after: Json | undefined
}

/** `cut`: an answer without what does not count here. */
export function differencesBetween(
  before: readonly Read[],
  after: readonly Read[],
  cut: (address: string, answer: Json) => Json = (_, answer) => answer,
): Difference[] {
  const earlier = new Map(before.map((read) => [read.address, read]))
  return after.flatMap(({ address, status, text }) => {
    const then = earlier.get(address)
    if (then?.text === text && then.status === status) return []
    if (then?.status !== status) return [{ address, place: 'status', before: then?.status, after: status }]
    const [one, other] = [then.text, text].map((each) => cut(address, parsed(address, each)))
    return inValue(one, other, '').map((found) => ({ address, ...found }))
  })
}

/** That something was downloaded is in the log, and reading everything downloads a lot. */
const DOWNLOADED = /\b(audit_log\.|export\.|items\.|user\.data_)downloaded\b/
const LOG = /\/(audit-log|account\/data)\b/
/** One's own data has one's own events, among them that one has read answers. */
const LEFT = /"what":"answers\.read"/

/** JSON as what it says, without the request's own name; JSON lines, CSV and events line by line. */
function parsed(address: string, text: string): Json {
  let value: Json
  try {
    value = JSON.parse(text)
  } catch {
    return text.split('\n').filter((line) => !LOG.test(address) || !DOWNLOADED.test(line))
  }
  if (!isObject(value) || Array.isArray(value)) return value
  const { requestId: _, ...answer } = value
  if (!LOG.test(address) || !Array.isArray(answer.events)) return answer
  return { ...answer, events: answer.events.filter((event) => !isLeft(JSON.stringify(event))) }
}

const isLeft = (event: string) => DOWNLOADED.test(event) || LEFT.test(event)

const isObject = (value: Json | undefined): value is { [key: string]: Json } | Json[] =>
  typeof value === 'object' && value !== null

function inValue(before: Json | undefined, after: Json | undefined, place: string): Omit<Difference, 'address'>[] {
  if (before === after) return []
  if (!isObject(before) || !isObject(after)) return [{ place, before, after }]
  const [one, other] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  const keys = new Set([...one.keys(), ...other.keys()])
  return [...keys].flatMap((key) => inValue(one.get(key), other.get(key), place === '' ? key : `${place}.${key}`))
}
