/** Finds the endpoints of an address in the list of all: which methods it has, and what stands for its parameters. */
import type { Endpoint } from './endpoint'

interface Node {
  next: Map<string, Node>
  /** By method. */
  endpoints: Map<string, Endpoint>
}
const newNode = (): Node => ({ next: new Map(), endpoints: new Map() })

/** Stands for a part of an address that is a parameter. */
const PARAMETER = '{}'
const isParameter = (part: string) => part.startsWith('{')

export const partsOf = (path: string): string[] => path.split('/').slice(1)

function treeOf(endpoints: readonly Endpoint[]): Node {
  const root = newNode()
  for (const endpoint of endpoints) {
    let node = root
    for (const part of partsOf(endpoint.path)) {
      const key = isParameter(part) ? PARAMETER : part
      const next = node.next.get(key) ?? newNode()
      node.next.set(key, next)
      node = next
    }
    node.endpoints.set(endpoint.method, endpoint)
  }
  return root
}

/** Words go before parameters, as in Next's router. */
function find(node: Node, parts: readonly string[]): Node | null {
  const [part, ...rest] = parts
  if (part === undefined) return node.endpoints.size > 0 ? node : null
  for (const next of [node.next.get(part), part && node.next.get(PARAMETER)]) {
    const found = next && find(next, rest)
    if (found) return found
  }
  return null
}

/** The endpoints of an address, by method; null where it has none. `parts`: what stands between its slashes, decoded. */
export type EndpointsAt = (parts: readonly string[]) => ReadonlyMap<string, Endpoint> | null

export function endpointFinder(endpoints: readonly Endpoint[]): EndpointsAt {
  const tree = treeOf(endpoints)
  return (parts) => find(tree, parts)?.endpoints ?? null
}

/** The parameters of an address that leads to this endpoint. */
export const paramsOf = ({ path }: Pick<Endpoint, 'path'>, parts: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    partsOf(path).flatMap((part, index) => (isParameter(part) ? [[part.slice(1, -1), parts[index] ?? '']] : [])),
  )
