/**
 * Markdown in bounds, so that any text can be read, drawn and seen at a phone's width: quotes and lists nest at most so
 * deep, and what lies deeper is shown flat, at the last depth. Pure.
 */
import type { Parents, Root, RootContent } from 'mdast'

/** Deepest nesting of quotes and lists that is drawn as such. */
export const MOST_NESTED = 6
/** Deepest nesting of emphasis within a paragraph. */
const MOST_EMPHASIS = 6

/** Markers of quotes and list entries at the beginning of a line, one after another. */
const MARKERS = /^(?:[ \t]{0,12}(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/
const MARKER = /[ \t]{0,12}(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))/g
/** More than are drawn, so that a rule of dashes, and code with signs of quotes in it, stay what they are. */
const MOST_MARKERS = 24
/** Deepest indentation, in characters: lists nest by it too. */
const MOST_INDENTED = 60

/** The parser compares every sign of emphasis in a paragraph with all before it: so many comparisons it may take. */
const MOST_COMPARED = 4_000_000
/** Every row of a table is drawn with as many cells as its heading has: so many cells it may have. */
const MOST_CELLS = 20_000

/**
 * The text with the markers and the indentation of every line kept to a measure: the time that the parser takes grows with a
 * power of them. null where signs of emphasis or columns of tables would keep it too long: such a text is shown as written.
 */
export function boundMarkdown(text: string): string | null {
  const lines = text.split('\n').map(boundLine)
  const work = { compared: 0, cells: 0 }
  for (const block of blocksOf(lines)) {
    work.compared += block.reduce((signs, line) => signs + countSigns(line), 0) ** 2
    work.cells +=
      block.length * block.reduce((most, line) => (isDelimiters(line) ? Math.max(most, countColumns(line)) : most), 0)
  }
  return work.compared > MOST_COMPARED || work.cells > MOST_CELLS ? null : lines.join('\n')
}

/** Lines between empty ones. */
function blocksOf(lines: readonly string[]): string[][] {
  const blocks: string[][] = [[]]
  for (const line of lines) {
    if (line.trim() === '') blocks.push([])
    else blocks.at(-1)?.push(line)
  }
  return blocks
}

/** A line that is a rule or the fence of code, whatever its length. */
const RULE = /^\s*([*_~])\1{2,}\s*$/
const countSigns = (line: string): number => (RULE.test(line) ? 0 : (line.match(/[*_~]/g)?.length ?? 0))

/** The line under the heading of a table, within quotes or lists too. */
const isDelimiters = (line: string): boolean => line.includes('|') && /^[\s>*+|:-]+$/.test(line)
const countColumns = (line: string): number => line.split('|').length

function boundLine(line: string): string {
  const indented = line.length - line.trimStart().length
  const boundedLine = indented > MOST_INDENTED ? line.slice(indented - MOST_INDENTED) : line
  const markers = MARKERS.exec(boundedLine)?.[0]
  if (markers === undefined || markers.length <= MOST_MARKERS) return boundedLine
  const each = markers.match(MARKER) ?? []
  return each.length > MOST_MARKERS
    ? each.slice(0, MOST_MARKERS).join('') + boundedLine.slice(markers.length)
    : boundedLine
}

const BLOCKS = new Set(['blockquote', 'list', 'footnoteDefinition'])
const EMPHASIS = new Set(['emphasis', 'strong', 'delete'])

/** For remark: takes out what nests deeper than is drawn, and leaves what is in it where it stood. Calls `onDeep` where anything does. */
export function flattenDeep({ onDeep }: { onDeep?: () => void } = {}) {
  return (tree: Root): void => {
    const waiting: { node: Parents; blocks: number; emphasis: number }[] = [{ node: tree, blocks: 0, emphasis: 0 }]
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { node, blocks, emphasis } = next
      const isDeep = blocks >= MOST_NESTED && node.children.some(({ type }) => BLOCKS.has(type))
      node.children = flat(node.children, blocks >= MOST_NESTED, emphasis >= MOST_EMPHASIS) as typeof node.children
      if (isDeep) {
        onDeep?.()
        // Each entry that was taken out stays a paragraph of its own.
        if (node.type === 'listItem') node.spread = true
      }
      for (const child of node.children) {
        if (!('children' in child)) continue
        waiting.push({
          node: child,
          blocks: blocks + Number(BLOCKS.has(child.type)),
          emphasis: emphasis + Number(EMPHASIS.has(child.type)),
        })
      }
    }
  }
}

/** What is drawn as a block of its own, and so in a direction of its own. */
const DIRECTED = new Set(['paragraph', 'heading', 'blockquote', 'list', 'table', 'tableCell'])
/** Scripts that are written from right to left. */
const FROM_RIGHT = new RegExp(
  ['Adlam', 'Arabic', 'Hanifi_Rohingya', 'Hebrew', 'Mandaic', 'Nko', 'Samaritan', 'Syriac', 'Thaana']
    .map((script) => `\\p{Script=${script}}`)
    .join('|'),
  'u',
)

/** The direction of the first letter of a text, as browsers tell it; null without letters. */
function directionOf(text: string): 'ltr' | 'rtl' | null {
  const letter = /\p{L}/u.exec(text)?.[0]
  return letter === undefined ? null : FROM_RIGHT.test(letter) ? 'rtl' : 'ltr'
}

/**
 * For remark, after `flattenDeep`: gives each block the direction of the first letter in it. HTML's own `auto` would not look into
 * what has a direction of its own, and so not into the entries of a list.
 */
export function directBlocks() {
  return (tree: Root): void => {
    direct(tree)
  }
}

function direct(node: Root | RootContent): 'ltr' | 'rtl' | null {
  if (!('children' in node)) return 'value' in node && node.type !== 'html' ? directionOf(node.value) : null
  let nodeDirection: 'ltr' | 'rtl' | null = null
  for (const child of node.children) {
    const direction = direct(child)
    nodeDirection ??= direction
  }
  if (nodeDirection && DIRECTED.has(node.type)) node.data = { ...node.data, hProperties: { dir: nodeDirection } }
  return nodeDirection
}

/** The children, with what is in those that nest too deep in the place of these. */
function flat(children: readonly RootContent[], blocks: boolean, emphasis: boolean): RootContent[] {
  if (!blocks && !emphasis) return [...children]
  const flatChildren: RootContent[] = []
  const waiting = children.toReversed()
  for (let child = waiting.pop(); child; child = waiting.pop()) {
    const isDeep = (blocks && BLOCKS.has(child.type)) || (emphasis && EMPHASIS.has(child.type))
    const inside = isDeep && 'children' in child ? child.children : null
    if (inside === null) flatChildren.push(child)
    // An entry without its list is what stands in it.
    else
      for (const inner of inside.toReversed())
        for (const each of (inner.type === 'listItem' ? inner.children : [inner]).toReversed()) waiting.push(each)
  }
  return flatChildren
}
