/** What a change asks for: the steps of a check, and what it leaves out. */
import type { Changes } from '@/scripts/check/changes'
import { withComposition, withProtocolParts } from '@/scripts/check/composition'
import { type ImportGraph, importersIn, reach } from '@/scripts/check/import-graph'
import type { JourneyList } from '@/scripts/check/journey-list'
import { selectJourneys, type TouchedJourneys } from '@/scripts/check/select-journeys'
import { selectTests, type Touched, touchesEverything } from '@/scripts/check/select-tests'
import { kindOf } from '@/scripts/check/test-files'
import type { Linted } from '@/scripts/test/steps'

/** Configuration of a linter holds for every file. */
const BIOME_SETTINGS = /^(biome\.json|package\.json|scripts\/lint\/.*)$/
const OXLINT_SETTINGS = /^(oxlint\.config\.mjs|scripts\/lint\/rooms\.mjs|package\.json|tsconfig\.json)$/
const TYPED = /\.(ts|tsx|js|mjs|cjs|json)$|^prisma\/schema\.prisma$/
/** What the migrations are compared with, and what compares them. */
const MIGRATED =
  /^(prisma\/(schema\.prisma$|migrations\/)|scripts\/(schema-engine|migrate|db)\.ts$|package(-lock)?\.json$)/

export interface Plan {
  lint: Linted
  types: boolean
  migrations: boolean
  /** Files of tests, and those there are in all. */
  touched: Touched
  allTests: string[]
  /** Null before the journeys have run for the first time; all of them are touched then. */
  journeys: TouchedJourneys | null
  allJourneys: string[]
}

export interface Repository {
  graph: ImportGraph
  list: JourneyList | null
  textOf: (file: string) => string
}

/** What changed, and what takes types from it; more than half of all files are linted faster as all of them. */
function lintedByTypes(touched: ReadonlySet<string>, graph: ImportGraph): Linted['oxlint'] {
  const importers = importersIn(graph, ['values', 'types'])
  const reached = [...reach(touched, importers)].filter((file) => graph.has(file))
  return reached.length > graph.size / 2 ? 'all' : reached.toSorted()
}

/** The plan for a change; pure. */
export function makePlan(changes: Changes, { graph: written, list, textOf }: Repository): Plan {
  const graph = withProtocolParts(written)
  const touched = new Set([...changes.changed, ...changes.deleted])
  const files = [...graph.keys()].toSorted()
  const allTests = files.filter((file) => kindOf(file) !== null && kindOf(file) !== 'journey')
  const isAny = (pattern: RegExp) => [...touched].some((file) => pattern.test(file))
  const composed = withComposition(graph)
  const importers = importersIn(composed, ['values', 'reads'])
  const selected = selectTests(touched, { graph: composed, importers, textOf })
  return {
    lint: {
      biome: isAny(BIOME_SETTINGS) ? 'all' : changes.changed,
      oxlint: isAny(OXLINT_SETTINGS) ? 'all' : lintedByTypes(touched, graph),
    },
    types: isAny(TYPED),
    migrations: isAny(MIGRATED),
    touched: touchesEverything(touched)
      ? { tests: allTests, throughRegistry: [], protocols: [] }
      : {
          ...selected,
          tests: selected.tests.filter((file) => kindOf(file) !== 'journey'),
          throughRegistry: selected.throughRegistry.filter((file) => kindOf(file) !== 'journey'),
        },
    allTests,
    journeys: list && selectJourneys(touched, composed, list, textOf),
    allJourneys: files.filter((file) => kindOf(file) === 'journey'),
  }
}
