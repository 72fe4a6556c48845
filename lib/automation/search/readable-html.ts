/**
 * The text that a reader of an HTML page sees, by Readability on a DOM without scripts. Nothing in it is executed or
 * fetched. Pure.
 */
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'

export interface ReadableText {
  title: string
  text: string
}

/** What holds no text of the page, and what readers do not see. */
const unread =
  'script, style, noscript, template, iframe, object, embed, svg, canvas, audio, video, select, button, [hidden], ' +
  '[aria-hidden="true"], [style*="display:none"], [style*="display: none"], [style*="visibility:hidden"], ' +
  '[style*="visibility: hidden"]'

const blocks = new Set(
  (
    'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY BR CAPTION DD DETAILS DIV DL DT FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 ' +
    'HEADER HR LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TBODY TFOOT THEAD TR UL'
  ).split(' '),
)
const cells = new Set(['TD', 'TH'])
const headings = new Set(['HEAD', 'TITLE'])

/** A page beyond these is not given to Readability, whose time grows with the square of depth and length. */
const limits = { tags: 60_000, nesting: 1_000, elements: 15_000, depth: 150 }
/** `NodeFilter.SHOW_TEXT`, which is there in browsers only. */
const NODE_FILTER_TEXT = 4
/** Below this, what Readability found is no article; the whole page is taken where it has more. */
const shortestArticle = 140
const longestTitle = 300

/** Elements that are closed by the next of their kind, or hold nothing: they add no depth of their own. */
const flat =
  /^(?:br|hr|img|input|meta|link|wbr|area|base|col|source|track|embed|p|li|td|th|tr|dt|dd|option|thead|tbody|tfoot)$/i

/** Without scripts, in one pass: what is in them is no markup, and would be counted as such. */
function withoutScripts(html: string): string {
  const opening = /<script\b/gi
  const closing = /<\/script\b[^>]*>?/gi
  const textParts: string[] = []
  let from = 0
  for (let start = opening.exec(html); start; start = opening.exec(html)) {
    textParts.push(html.slice(from, start.index))
    closing.lastIndex = start.index
    from = closing.exec(html) ? closing.lastIndex : html.length
    opening.lastIndex = from
  }
  return textParts.join('') + html.slice(from)
}

/** Everything up to the tag with which the page becomes too long or too deep for a DOM. */
function upToLimits(html: string): string {
  const tag = /<(\/?)([a-z][^\s/>]{0,40})?/gi
  let depth = 0
  let last = 0
  for (let count = 0; count < limits.tags; count++) {
    const found = tag.exec(html)
    if (!found) return html
    const [, slash, name] = found
    last = found.index
    if (name && !flat.test(name)) depth = Math.max(0, depth + (slash ? -1 : 1))
    if (depth > limits.nesting) return html.slice(0, last)
  }
  return html.slice(0, last)
}

interface Walk {
  text: string
  elements: number
  depth: number
}

/** The text below a node, a line for each block. Not recursive: pages may nest as deep as they like. */
function walk(root: Node): Walk {
  const parts: string[] = []
  let elements = 0
  let deepest = 0
  let depth = 0
  let node: Node | null = root
  const edge = (edgeNode: Node) => {
    if (blocks.has(edgeNode.nodeName)) parts.push('\n')
    else if (cells.has(edgeNode.nodeName)) parts.push(' ')
  }
  while (node) {
    if (node.nodeType === 3) parts.push((node.nodeValue ?? '').replace(/\s+/g, ' '))
    if (node.nodeType === 1) {
      elements++
      edge(node)
    }
    if (node.firstChild && !headings.has(node.nodeName)) {
      node = node.firstChild
      deepest = Math.max(deepest, ++depth)
      continue
    }
    while (node && node !== root && !node.nextSibling) {
      node = node.parentNode
      depth--
      if (node) edge(node)
    }
    if (!node || node === root) break
    edge(node)
    node = node.nextSibling
  }
  const text = parts
    .join('')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim()
  return { text, elements, depth: deepest }
}

/** One blank for each run of white space: Readability looks for the end of a text from each blank of a run. */
function joinBlanks(document: Document): void {
  const texts = document.createTreeWalker(document, NODE_FILTER_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const value = node.nodeValue ?? ''
    const joined = value.replace(/\s+/g, ' ')
    if (joined !== value) node.nodeValue = joined
  }
}

function article(document: Document): ReadableText | null {
  try {
    const reader = new Readability<Node>(document, {
      disableJSONLD: true,
      maxElemsToParse: limits.elements,
      serializer: (node) => node,
    })
    const found = reader.parse()
    return found?.content ? { title: found.title ?? '', text: walk(found.content).text } : null
  } catch {
    return null
  }
}

const oneLine = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim().slice(0, longestTitle)

/** Title and text; both may be empty. */
export function readableHtml(html: string): ReadableText {
  // A document type would be a node of its own that leads nowhere.
  const whole = upToLimits(withoutScripts(html).replace(/<!doctype[^>]{0,500}>/i, ''))
  const { document } = parseHTML(/<html[\s>]/i.test(whole) ? whole : `<html><body>${whole}</body></html>`)
  for (const element of document.querySelectorAll(unread)) element.remove()
  joinBlanks(document)
  const title =
    oneLine(document.querySelector('title')?.textContent) || oneLine(document.querySelector('h1')?.textContent)
  const all = walk(document)
  const simple = all.elements > 0 && all.elements <= limits.elements && all.depth <= limits.depth
  const found = simple ? article(document) : null
  const text =
    found && (found.text.length >= shortestArticle || found.text.length >= all.text.length) ? found.text : all.text
  return { title: oneLine(found?.title) || title, text }
}
