/**
 * What depends on what, where it is not simply what imports what. compose.ts joins what rooms ask of later ones, in files called `...-source.ts`, to the code that answers. A file that asks depends on
 * what answers; through compose.ts itself every test of a database and every journey would.
 */
import type { ImportGraph } from '@/scripts/check/import-graph'

const COMPOSE = 'compose.ts'

/** The graph with each source importing what answers it, and compose.ts importing nothing. */
export function withComposition(graph: ImportGraph): ImportGraph {
  const composed = graph.get(COMPOSE)
  if (!composed) return graph
  const sources = [...composed.values].filter((file) => file.endsWith('-source.ts'))
  const answers = [...composed.values].filter((file) => !sources.includes(file))
  const joined = new Map(graph)
  for (const source of sources) {
    const imports = graph.get(source)
    if (imports) joined.set(source, { ...imports, values: new Set([...imports.values, ...answers]) })
  }
  return joined.set(COMPOSE, { ...composed, values: new Set() })
}

const MANIFEST = /^lib\/protocols\/[^/]+\/manifest\.ts$/
/** Who loads each part of a protocol on demand, told by where the part lies. */
const LOADERS: readonly (readonly [part: RegExp, loader: string])[] = [
  [/^components\/protocols\/[^/]+\/host\.ts$/, 'components/protocols/hosts.ts'],
  [/^components\/protocols\/[^/]+\/view\.ts$/, 'components/protocols/views.ts'],
  [/\/prefill\//, 'lib/protocols/steps.ts'],
  [/\/evaluation\//, 'lib/protocols/evaluations.ts'],
  [/\/sample-[\w-]+\.ts$/, 'lib/protocols/conformance-samples.ts'],
]
const loaderOf = (part: string) => LOADERS.find(([pattern]) => pattern.test(part))?.[1]

/**
 * The graph with the parts of protocols imported by those who ask for them: forms are found by the protocol's id, and through the manifests,
 * which name the other parts, nearly everything would depend on the prompts of every protocol.
 */
export function withProtocolParts(graph: ImportGraph): ImportGraph {
  const joined = new Map(graph)
  const add = (file: string, imported: string) => {
    const imports = joined.get(file)
    if (imports) joined.set(file, { ...imports, values: new Set([...imports.values, imported]) })
  }
  for (const [file, imports] of graph) {
    if (file.startsWith('components/')) add(loaderOf(file) ?? '', file)
    if (!MANIFEST.test(file)) continue
    joined.set(file, { ...imports, values: new Set([...imports.values].filter((part) => !loaderOf(part))) })
    for (const part of imports.values) add(loaderOf(part) ?? '', part)
  }
  return joined
}
