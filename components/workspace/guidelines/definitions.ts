/** What references of Markdown point to. Sections are read one by one, and a definition may stand in another than its references. Pure. */
import type { BlockContent, Definition, FootnoteDefinition, Nodes, Root, RootContent } from 'mdast'

/** By identifier; the first of each counts. The trees of footnotes are resolved. */
export interface Definitions {
  links: ReadonlyMap<string, Definition>
  notes: ReadonlyMap<string, FootnoteDefinition>
}

/** The definitions of a whole text. */
export function definitionsIn(tree: Root): Definitions {
  const links = new Map<string, Definition>()
  const notes = new Map<string, FootnoteDefinition>()
  for (const node of nodesIn(tree)) {
    if (node.type === 'definition' && !links.has(node.identifier)) links.set(node.identifier, node)
    if (node.type === 'footnoteDefinition' && !notes.has(node.identifier)) notes.set(node.identifier, node)
  }
  for (const note of notes.values()) resolveLinks(note, links)
  return { links, notes }
}

/** The text of a section after empty definitions of all that it may refer to, without which a reference is read as plain text; and how many these are. */
export function declaring(text: string, { links, notes }: Definitions): { text: string; declared: number } {
  const labels = new Map<string, string>()
  for (const [, label = ''] of text.matchAll(/\[([^[\]]+)\]/g)) {
    const isNote = label.startsWith('^')
    const identifier = identifierOf(isNote ? label.slice(1) : label)
    if (isNote ? notes.has(identifier) : links.has(identifier))
      labels.set(`${isNote ? '^' : ''}${identifier}`, isNote ? `[${label}]: -` : `[${label}]: <#>`)
  }
  return { text: [...labels.values(), text].join('\n\n'), declared: labels.size }
}

/** As the parser tells them apart, in the letters that its nodes have. */
const identifierOf = (label: string) => label.replaceAll(/\s+/g, ' ').trim().toLowerCase().toUpperCase().toLowerCase()

/** Makes links and pictures of the references to them. */
export function resolveLinks(tree: Nodes, links: Definitions['links']): void {
  for (const node of nodesIn(tree)) {
    if (!('children' in node)) continue
    node.children = node.children.map((child) => {
      if (child.type !== 'linkReference' && child.type !== 'imageReference') return child
      const definition = links.get(child.identifier)
      if (!definition) return child
      const { url, title } = definition
      return child.type === 'linkReference'
        ? { type: 'link', url, title: title ?? null, children: child.children }
        : { type: 'image', url, title: title ?? null, alt: child.alt ?? null }
    }) as typeof node.children
  }
}

/** The identifiers of the footnotes that the trees refer to, in their order, and those that these footnotes refer to. */
export function notesOf(trees: readonly Nodes[], versions: readonly Definitions[]): Set<string> {
  const found = new Set<string>()
  const waiting = [...trees]
  for (let tree = waiting.shift(); tree; tree = waiting.shift())
    for (const node of nodesIn(tree)) {
      if (node.type !== 'footnoteReference' || found.has(node.identifier)) continue
      found.add(node.identifier)
      waiting.push(...versions.flatMap(({ notes }) => notes.get(node.identifier) ?? []))
    }
  return found
}

/** The tree with its definitions as `draw` has them in their places. */
export function replaceDefinitions(
  tree: Nodes,
  draw: (definition: Definition | FootnoteDefinition) => readonly BlockContent[],
): void {
  for (const node of nodesIn(tree))
    if ('children' in node)
      node.children = (node.children as RootContent[]).flatMap((child): readonly RootContent[] =>
        child.type === 'definition' || child.type === 'footnoteDefinition' ? draw(child) : [child],
      ) as typeof node.children
}

/** The node and all within it, each before what is in it, so that what is changed in it while it is had is met as well. */
function* nodesIn(tree: Nodes): Generator<Nodes> {
  const waiting: Nodes[] = [tree]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node
    if ('children' in node) waiting.push(...(node.children as Nodes[]).toReversed())
  }
}
