/**
 * compose.ts joins what rooms ask of later ones, in files called `...-source.ts`, to the code that answers. A file that asks depends on
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
