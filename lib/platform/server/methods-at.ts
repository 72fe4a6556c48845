/** Which methods an address of the interface has, from the list of endpoints. */
import 'server-only'
import type { Endpoint } from '@/lib/platform/api/endpoint'

interface Node {
  next: Map<string, Node>
  methods: string[]
}
const newNode = (): Node => ({ next: new Map(), methods: [] })
/** Stands for a part of an address that is an id. */
const ID = '{}'

function treeOf(endpoints: readonly Endpoint[]): Node {
  const root = newNode()
  for (const { path, method } of endpoints) {
    let node = root
    for (const part of partsOf(path)) {
      const key = part.startsWith('{') ? ID : part
      const next = node.next.get(key) ?? newNode()
      node.next.set(key, next)
      node = next
    }
    node.methods.push(...(method === 'GET' ? ['GET', 'HEAD'] : [method]))
  }
  return root
}

const partsOf = (path: string): string[] => path.split('/').slice(1)

/** Words go before ids, as in the router. */
function find(node: Node, parts: readonly string[]): Node | null {
  const [part, ...rest] = parts
  if (part === undefined) return node.methods.length > 0 ? node : null
  for (const next of [node.next.get(part), part && node.next.get(ID)]) {
    const found = next && find(next, rest)
    if (found) return found
  }
  return null
}

/** next-auth has addresses of its own and sorts them out itself. */
const SIGN_IN = /^\/api\/auth\/./
const SIGN_IN_METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST']

/** The methods at a path, in the order of the alphabet; null where it is none of the interface's. */
export type MethodsAt = (path: string) => readonly string[] | null

export function methodsOf(endpoints: readonly Endpoint[]): MethodsAt {
  const tree = treeOf(endpoints)
  return (path) => {
    if (!path.startsWith('/api/')) return null
    if (SIGN_IN.test(path)) return SIGN_IN_METHODS
    const methods = find(tree, partsOf(path))?.methods
    return methods ? [...methods, 'OPTIONS'].sort() : null
  }
}
