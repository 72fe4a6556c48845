/** Which pages and routes each journey asks for, as the runs of the journeys have recorded it (e2e/requests). */
import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { parseUrl } from '@/lib/text/parse-url'

const FILE = '.data/journey-routes.json'

/** Files of `app`, by the title of the test, by the file of tests. */
export type JourneyList = Record<string, Record<string, string[]>>

/** What one test of a run has asked for. */
export interface RecordedTest {
  spec: string
  title: string
  /** It got to its end, and has asked for all it needs. */
  hasPassed: boolean
  addresses: Iterable<string>
}

const schema: z.ZodType<JourneyList> = z.record(z.string(), z.record(z.string(), z.array(z.string())))

/** Null before any journey has run. */
export function readJourneyList(file = FILE): JourneyList | null {
  return fs.existsSync(file) ? schema.parse(JSON.parse(fs.readFileSync(file, 'utf8'))) : null
}

/** The pathname of an address with or without its host; none of what is no address. */
const pathnamesOf = (address: string) => {
  const url = parseUrl(address, 'http://app')
  return url ? [url.pathname] : []
}

/** The list after a run. What a test asked for takes the place of what it asked for before; `find` knows the routes. */
export function addToList(
  list: JourneyList,
  tests: Iterable<RecordedTest>,
  find: (pathname: string) => string | null,
): JourneyList {
  const added = { ...list }
  for (const { spec, title, hasPassed, addresses } of tests) {
    const before = hasPassed ? [] : (added[spec]?.[title] ?? [])
    const routes = [...addresses].flatMap(pathnamesOf).flatMap((pathname) => find(pathname) ?? [])
    added[spec] = { ...added[spec], [title]: [...new Set([...before, ...routes])].toSorted() }
  }
  return added
}

export function writeJourneyList(list: JourneyList, file = FILE): void {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, `${JSON.stringify(list, null, 2)}\n`)
}
