/**
 * Which tests a change touches: those that import what changed, directly or not. One exception keeps a change in a
 * protocol from touching nearly everything: the registry imports every protocol, and what imports the registry imports
 * them all. Slow tests that reach the change in that way alone are run if they name the protocol, and left out if not.
 */
import { type Importers, type ImportGraph, reach } from '@/scripts/check/import-graph'
import { kindOf } from '@/scripts/check/test-files'

/** Files that import an entry of every protocol, or load its parts (composition.ts). */
const REGISTRIES: ReadonlySet<string> = new Set([
  'lib/protocols/registry.ts',
  'lib/protocols/steps.ts',
  'lib/protocols/evaluations.ts',
  'components/protocols/hosts.ts',
  'components/protocols/views.ts',
])

/** Names a protocol only because every project has one: these tests are about no protocol in particular. */
const ANY_PROTOCOL = /^tests\/(factories\.ts|access\/.*|visibility\/.*)$/

/** Whatever these say holds for every test. */
const EVERYTHING =
  /^(package(-lock)?\.json|\.npmrc|tsconfig\.json|vitest\.config\.ts|tests\/(empty|support\/limits)\.ts)$/

export const touchesEverything = (changed: Iterable<string>) => [...changed].some((file) => EVERYTHING.test(file))

export interface Touched {
  /** Files of tests that import what changed, in their order. */
  tests: string[]
  /** Files of tests that do so through the registry alone and name none of the changed protocols. */
  throughRegistry: string[]
  /** The protocols of which something changed that the registry brings to everybody. */
  protocols: string[]
}

interface Repository {
  graph: ImportGraph
  importers: Importers
  textOf: (file: string) => string
}

const protocolOf = (file: string) => /^(?:lib|components)\/protocols\/([^/]+)\//.exec(file)?.[1]

/** The entries among `reached` that a registry imports, by the names of their protocols. */
function entriesIn(reached: ReadonlySet<string>, graph: ImportGraph): string[] {
  const entries = [...REGISTRIES].flatMap((registry) =>
    reached.has(registry) ? [...(graph.get(registry)?.values ?? [])].filter((file) => reached.has(file)) : [],
  )
  return [...new Set(entries.flatMap((file) => protocolOf(file) ?? []))].toSorted()
}

/** The file of tests and what it imports that is there for tests: scenes, people, records. */
function testCodeOf(test: string, graph: ImportGraph): Set<string> {
  const files = new Set([test])
  // A journey goes through the forms of its project's protocol, even where it is about something else.
  const isAbout = (file: string) => kindOf(test) === 'journey' || !ANY_PROTOCOL.test(file)
  for (const file of files)
    for (const imported of graph.get(file)?.values ?? [])
      if (/^(tests|e2e|prisma\/scenarios)\/.*\.tsx?$/.test(imported) && isAbout(imported)) files.add(imported)
  return files
}

function namesAny(test: string, protocols: readonly string[], { graph, textOf }: Repository): boolean {
  const texts = [...testCodeOf(test, graph)].map(textOf)
  return protocols.some((id) => texts.some((text) => text.includes(`'${id}'`) || text.includes(`protocols/${id}/`)))
}

/** What a change of `changed` touches of the tests of these kinds. `ends` are files whose importers it does not touch. */
export function selectTests(changed: ReadonlySet<string>, repository: Repository): Touched {
  const { graph, importers } = repository
  const isTest = (file: string) => graph.has(file) && kindOf(file) !== null
  const near = reach(changed, importers, REGISTRIES)
  const far = reach(changed, importers)
  const protocols = entriesIn(near, graph)
  const isFast = (test: string) => kindOf(test) === 'unit'
  const tests: string[] = []
  const throughRegistry: string[] = []
  for (const test of [...far].filter(isTest).toSorted())
    if (near.has(test) || isFast(test) || namesAny(test, protocols, repository)) tests.push(test)
    else throughRegistry.push(test)
  return { tests, throughRegistry, protocols }
}
