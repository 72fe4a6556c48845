/**
 * Which journeys a change touches: those that ask for a page or route which imports what changed, by the list that the
 * last run of the journeys has made, and those whose own code imports it.
 */
import { aroundPage, isRoute } from '@/scripts/check/app-routes'
import { type ImportGraph, type Imports, importersIn } from '@/scripts/check/import-graph'
import type { JourneyList } from '@/scripts/check/journey-list'
import { selectTests, type Touched, touchesEverything } from '@/scripts/check/select-tests'
import { kindOf } from '@/scripts/check/test-files'

/** How the app is built, started and shown, whatever is asked of it. */
const EVERY_JOURNEY =
  /^(playwright\.config\.ts|next\.config\.js|postcss\.config\.mjs|proxy\.ts|instrumentation(-\w+)?\.ts|scripts\/(run\.cjs|e2e-server\.ts|launch\/.*)|public\/.*)$/
/** Runs with every journey, and imports what every journey depends on. */
const BESIDE_EVERY_JOURNEY = /^(proxy|instrumentation(-\w+)?)\.ts$/
const HANDLERS = 'worker-handlers.ts'

export interface TouchedJourneys extends Touched {
  /** Files of journeys that the list does not have; they are among the touched. */
  unlisted: string[]
}

const NO_IMPORTS: Imports = { values: new Set(), types: new Set(), reads: new Set() }

/** What a file of journeys needs beyond its imports: the routes it asks for, and what runs with every request. */
const askedFor = (file: string, graph: ImportGraph, list: JourneyList) => [
  ...Object.values(list[file] ?? {}).flat(),
  ...[...graph.keys()].filter((each) => BESIDE_EVERY_JOURNEY.test(each)),
]

/** Pairs of a module with the definitions of a room's jobs, and a handler of one of them. */
const handlersOfJobs = (graph: ImportGraph) =>
  [...(graph.get(HANDLERS)?.values ?? [])].flatMap((handler) =>
    [...(graph.get(handler)?.values ?? [])].filter((file) => file.endsWith('/jobs.ts')).map((jobs) => [jobs, handler]),
  )

/**
 * The graph as journeys see it. Beyond what is imported, a page needs the layouts around it, a job that is asked for
 * needs its handler, and a journey needs the routes it asks for.
 */
export function journeyGraph(graph: ImportGraph, list: JourneyList): ImportGraph {
  const wider = new Map(graph)
  const add = (file: string, more: Iterable<string>) => {
    const imports = wider.get(file) ?? NO_IMPORTS
    wider.set(file, { ...imports, values: new Set([...imports.values, ...more]) })
  }
  for (const file of graph.keys()) {
    if (file.endsWith('/page.tsx')) add(file, aroundPage(file, graph.keys()))
    if (kindOf(file) === 'journey') add(file, askedFor(file, graph, list))
  }
  for (const [jobs = '', handler = ''] of handlersOfJobs(graph)) add(jobs, [handler])
  // Each handler has been joined to who asks for it; through the list of all of them it would touch every journey.
  return wider.set(HANDLERS, NO_IMPORTS)
}

/** What a change touches of the journeys. Those that the list does not have, or whose routes have gone, are touched. */
export function selectJourneys(
  changed: ReadonlySet<string>,
  graph: ImportGraph,
  list: JourneyList,
  textOf: (file: string) => string,
): TouchedJourneys {
  const journeys = [...graph.keys()].filter((file) => kindOf(file) === 'journey').toSorted()
  const unlisted = journeys.filter((file) => !list[file])
  const isEvery = touchesEverything(changed) || [...changed].some((file) => EVERY_JOURNEY.test(file))
  if (isEvery) return { tests: journeys, throughRegistry: [], protocols: [], unlisted }
  const whole = journeyGraph(graph, list)
  const repository = { graph: whole, importers: importersIn(whole, ['values', 'reads']), textOf }
  const { tests, throughRegistry, protocols } = selectTests(changed, repository)
  const lostRoute = (file: string) =>
    Object.values(list[file] ?? {}).some((routes) => routes.some((route) => isRoute(route) && !graph.has(route)))
  const more = journeys.filter((file) => unlisted.includes(file) || lostRoute(file))
  const touched = new Set([...tests.filter((file) => journeys.includes(file)), ...more])
  return {
    tests: [...touched].toSorted(),
    throughRegistry: throughRegistry.filter((file) => journeys.includes(file) && !touched.has(file)),
    protocols,
    unlisted,
  }
}
