/**
 * The difference between two texts in Markdown as one tree of the later one, in which what it added and what it no longer has is
 * marked. Blocks are met by what they say; of those that only changed, the words are. Pure.
 */
import type { BlockContent, Definition, FootnoteDefinition, Nodes, PhrasingContent, Root, RootContent } from 'mdast'
import { segmentsOf } from '@/lib/text/segments'
import { type DiffBudget, sequenceDiff } from '@/lib/text/sequence-diff'
import { type Definitions, notesOf, replaceDefinitions, resolveLinks } from './definitions'

type Kind = 'added' | 'removed'
const ELEMENT: Record<Kind, string> = { added: 'ins', removed: 'del' }

/** Blocks that hold words, and blocks that hold blocks. */
const WORDED = new Set(['paragraph', 'heading', 'tableCell'])
const NESTED = new Set(['list', 'listItem', 'blockquote', 'table', 'tableRow'])
/** What words stand in. */
const AROUND = new Set(['emphasis', 'strong', 'delete', 'link'])

/** What the two texts as a whole define, beside the parts of them that are compared. */
export interface Versions {
  before: Definitions
  after: Definitions
}

/**
 * Marks in the tree what differs from that of the earlier text; true where anything is marked. An author's own struck text is no deletion: it is drawn
 * as `s`. The comparison costs no more than the budget.
 */
export function markDifference(before: Root, tree: Root, versions: Versions, budget: DiffBudget): boolean {
  resolveLinks(before, versions.before.links)
  resolveLinks(tree, versions.after.links)
  const notes = notesOf([before, tree], [versions.before, versions.after])
  replaceDefinitions(before, (each) => changedDefinition(each, versions.before, versions.after, notes))
  replaceDefinitions(tree, (each) => changedDefinition(each, versions.after, versions.before, notes))
  tree.children = mergeBlocks(before.children, tree.children, budget)
  for (const identifier of notes) tree.children.push(...mergedNote(identifier, versions, budget))
  strikeOtherwise(tree)
  return isMarked(tree)
}

/** A definition where it stands: shown where the other version has not the same, unless it is that of a footnote which is shown anyway. */
function changedDefinition(
  node: Definition | FootnoteDefinition,
  definitions: Definitions,
  other: Definitions,
  visibleNotes: ReadonlySet<string>,
): BlockContent[] {
  const { type, identifier } = node
  const [before, after] =
    type === 'definition'
      ? [other.links.get(identifier), node]
      : [other.notes.get(identifier), definitions.notes.get(identifier) ?? node]
  if (type === 'footnoteDefinition' && visibleNotes.has(identifier)) return []
  if (before && saidBy(before) === saidBy(after)) return []
  const name: PhrasingContent = {
    type: 'text',
    value: `[${type === 'definition' ? '' : '^'}${node.label ?? identifier}]: `,
  }
  if (after.type === 'definition')
    return [
      {
        type: 'paragraph',
        children: [name, { ...after, type: 'link', children: [{ type: 'text', value: after.url }] }],
      },
    ]
  return [{ type: 'paragraph', children: [name] }, ...(after.children as BlockContent[])]
}

/** What a definition says, whatever the spelling of its label. */
const saidBy = (node: Definition | FootnoteDefinition) =>
  node.type === 'definition' ? `${node.url} ${node.title ?? ''}` : keyOf({ type: 'root', children: node.children })

/** A footnote of both versions as one; the renderer draws the first of an identifier. */
function mergedNote(identifier: string, { before, after }: Versions, budget: DiffBudget): FootnoteDefinition[] {
  const [old, now] = [before.notes.get(identifier), after.notes.get(identifier)]
  if (old && now) return [{ ...now, children: mergeBlocks(old.children, now.children, budget) }]
  return [...(old ? [marked(old, 'removed')] : []), ...(now ? [marked(now, 'added')] : [])]
}

const isMarked = (node: Nodes): boolean =>
  (node.type as string) === 'difference' || ('children' in node && node.children.some(isMarked))

function strikeOtherwise(node: Nodes): void {
  if (node.type === 'delete') node.data = { ...node.data, hName: 's' }
  if ('children' in node) for (const child of node.children) strikeOtherwise(child)
}

/** Everything of a node but where it stands, how it is drawn, and where the lines of its text end. */
const keyOf = (node: Nodes): string =>
  JSON.stringify(node, function (this: { type?: unknown }, name, value: unknown) {
    if (name === 'position' || name === 'data') return undefined
    return name === 'value' && this.type === 'text' && typeof value === 'string' ? value.replaceAll(/\s+/g, ' ') : value
  })

/** Marked by the element that it becomes; mdast has no node for it. */
const wrapped = (kind: Kind, children: readonly Nodes[]): Nodes =>
  ({ type: 'difference', data: { hName: ELEMENT[kind] }, children }) as unknown as Nodes

/** The node with all that it says marked, inside its blocks, so that lists and tables stay what they are. */
function marked<Node extends Nodes>(node: Node, kind: Kind): Node {
  if (WORDED.has(node.type) && 'children' in node)
    return { ...node, children: node.children.length > 0 ? [wrapped(kind, node.children)] : [] }
  if (node.type === 'code' || node.type === 'html') return wrapped(kind, [node]) as Node
  // A rule shows no mark: it stands as it may be written.
  if (node.type === 'thematicBreak')
    return { type: 'paragraph', children: [wrapped(kind, [{ type: 'text', value: '* * *' }])] } as unknown as Node
  if (!('children' in node)) return node
  return { ...node, children: node.children.map((child) => marked(child, kind)) }
}

function mergeBlocks<Block extends RootContent>(
  before: readonly Block[],
  after: readonly Block[],
  budget: DiffBudget,
): Block[] {
  const entries = (blocks: readonly Block[]) => blocks.map((block) => ({ key: keyOf(block), block }))
  return sequenceDiff(entries(before), entries(after), budget).flatMap(({ same, removed, added }) =>
    same ? same.map(({ block }) => block) : replaced(removed, added, budget),
  )
}

/** So many pairs of blocks are compared by their words; beyond, all of them are shown whole. */
const MOST_COMPARED = 2_500

/** Each block that was added with the next of those removed that it is like; the others whole, in their places. */
function replaced<Block extends RootContent>(
  removed: readonly { block: Block }[],
  added: readonly { block: Block }[],
  budget: DiffBudget,
) {
  const isTooMuch = removed.length * added.length > MOST_COMPARED
  const words = wordsOnce()
  const merged: Block[] = []
  let next = 0
  for (const { block } of added) {
    const partnerIndex = isTooMuch
      ? -1
      : removed.findIndex((other, index) => index >= next && isAlike(other.block, block, words))
    if (partnerIndex === -1) {
      merged.push(marked(block, 'added'))
      continue
    }
    for (const deletion of removed.slice(next, partnerIndex)) merged.push(marked(deletion.block, 'removed'))
    const partner = removed[partnerIndex]?.block
    if (partner) merged.push(mergeBlock(partner, block, budget))
    next = partnerIndex + 1
  }
  // What is gone stands before what came in its place where nothing of it was met.
  const left = removed.slice(next).map(({ block }) => marked(block, 'removed'))
  return next === 0 ? [...left, ...merged] : [...merged, ...left]
}

/** From this share of common words on a block is an earlier one, changed. */
const ALIKE = 0.3

function isAlike(one: RootContent, other: RootContent, wordsOf: (node: Nodes) => ReadonlySet<string>): boolean {
  if (one.type !== other.type || !(WORDED.has(one.type) || NESTED.has(one.type))) return false
  // What no word of them shows, both of them do, side by side.
  if (one.type === 'list' && other.type === 'list' && (one.ordered !== other.ordered || one.start !== other.start))
    return false
  if (one.type === 'listItem' && other.type === 'listItem' && one.checked !== other.checked) return false
  if (one.type === 'heading' && other.type === 'heading') return one.depth === other.depth
  if ('children' in one && 'children' in other && one.type === 'tableRow')
    return one.children.length === other.children.length
  if (one.type === 'table' && other.type === 'table')
    return one.children[0]?.children.length === other.children[0]?.children.length
  const [few, many] = [wordsOf(one), wordsOf(other)].toSorted((first, second) => first.size - second.size)
  if (!few || !many) return false
  const common = [...few].filter((word) => many.has(word)).length
  return 2 * common >= ALIKE * (few.size + many.size)
}

/** `wordsIn`, but read once for each block. */
function wordsOnce(): (node: Nodes) => ReadonlySet<string> {
  const cachedWords = new Map<Nodes, ReadonlySet<string>>()
  return (node) => {
    const words = cachedWords.get(node) ?? wordsIn(node)
    cachedWords.set(node, words)
    return words
  }
}

function wordsIn(node: Nodes): Set<string> {
  if ('value' in node) return new Set(node.value.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
  return new Set('children' in node ? node.children.flatMap((child) => [...wordsIn(child)]) : [])
}

function mergeBlock<Block extends RootContent>(before: Block, after: Block, budget: DiffBudget): Block {
  if (!('children' in before && 'children' in after)) return after
  if (WORDED.has(after.type))
    return {
      ...after,
      children: mergeWords(before.children as PhrasingContent[], after.children as PhrasingContent[], budget),
    }
  const [old, now] = [before.children as RootContent[], after.children as RootContent[]]
  // Cells stay in their columns.
  const children =
    after.type === 'tableRow'
      ? now.map((cell, column) => {
          const other = old[column]
          return other ? mergeBlock(other, cell, budget) : cell
        })
      : mergeBlocks(old, now, budget)
  return { ...after, children }
}

/** A word, what stands between words, or something without words, with all that it stands in, the outermost first. */
interface Token {
  key: string
  text: string
  /** null for text. */
  node: PhrasingContent | null
  around: readonly PhrasingContent[]
}

function tokensOf(nodes: readonly PhrasingContent[], around: readonly PhrasingContent[] = []): Token[] {
  const within = around.map((node) => `${node.type} ${'url' in node ? node.url : ''}`).join(' ')
  return nodes.flatMap((node): Token[] => {
    if (node.type === 'text')
      return Array.from(segmentsOf(node.value), ({ segment }) => ({
        // The end of a line is drawn as a blank.
        key: `${segment.trim() === '' ? ' ' : segment} ${within}`,
        text: segment,
        node: null,
        around,
      }))
    if (AROUND.has(node.type) && 'children' in node) return tokensOf(node.children, [...around, node])
    return [{ key: `${keyOf(node)} ${within}`, text: 'value' in node ? node.value : '', node, around }]
  })
}

const isBlank = ({ text, node }: Token) => node === null && text.trim() === ''

function mergeWords(
  before: readonly PhrasingContent[],
  after: readonly PhrasingContent[],
  budget: DiffBudget,
): PhrasingContent[] {
  const parts = sequenceDiff(tokensOf(before), tokensOf(after), budget)
  const joined: typeof parts = []
  for (const [index, part] of parts.entries()) {
    const last = joined.at(-1)
    const isBetween = part.same?.every(isBlank) && last?.same === null && parts[index + 1]?.same === null
    // A blank between two changes belongs to both: what changed reads as one.
    if (last?.same === null && (part.same === null || isBetween)) {
      last.removed.push(...(part.same ?? part.removed))
      last.added.push(...(part.same ?? part.added))
    } else joined.push({ ...part, removed: [...part.removed], added: [...part.added] })
  }
  return joined.flatMap(({ same, removed, added }) => [
    ...(same ? nest(same) : []),
    ...(removed.length > 0 ? [wrapped('removed', nest(removed)) as PhrasingContent] : []),
    ...(added.length > 0 ? [wrapped('added', nest(added)) as PhrasingContent] : []),
  ])
}

/** The tokens as nodes again, in what they stood in. */
function nest(tokens: readonly Token[], depth = 0): PhrasingContent[] {
  const nodes: PhrasingContent[] = []
  for (let start = 0; start < tokens.length; ) {
    const token = tokens[start]
    if (!token) break
    const outer = token.around[depth]
    let end = start + 1
    if (outer) {
      while (tokens[end]?.around[depth] === outer) end += 1
      nodes.push({ ...outer, children: nest(tokens.slice(start, end), depth + 1) } as PhrasingContent)
    } else if (token.node) nodes.push(token.node)
    else {
      while (tokens[end] && tokens[end]?.node === null && !tokens[end]?.around[depth]) end += 1
      nodes.push({
        type: 'text',
        value: tokens
          .slice(start, end)
          .map(({ text }) => text)
          .join(''),
      })
    }
    start = end
  }
  return nodes
}
