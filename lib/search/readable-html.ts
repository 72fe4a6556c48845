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

/** A page beyond these is not given to Readability, whose time grows with the square of depth and length. */
const limits = { tags: 60_000, elements: 15_000, depth: 150 }
/** Below this, what Readability found is no article; the whole page is taken where it has more. */
const shortestArticle = 140
const longestTitle = 300

/** Everything up to the tag with which the page becomes too long for a DOM. */
function upToTags(html: string): string {
  let at = -1
  for (let count = 0; count < limits.tags; count++) {
    at = html.indexOf('<', at + 1)
    if (at < 0) return html
  }
  return html.slice(0, at)
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
  const edge = (at: Node) => {
    if (blocks.has(at.nodeName)) parts.push('\n')
    else if (cells.has(at.nodeName)) parts.push(' ')
  }
  while (node) {
    if (node.nodeType === 3) parts.push((node.nodeValue ?? '').replace(/\s+/g, ' '))
    if (node.nodeType === 1) {
      elements++
      edge(node)
    }
    if (node.firstChild) {
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
  const whole = upToTags(html)
  const { document } = parseHTML(/<(html|body)[\s>]/i.test(whole) ? whole : `<html><body>${whole}</body></html>`)
  for (const element of document.querySelectorAll(unread)) element.remove()
  const title =
    oneLine(document.querySelector('title')?.textContent) || oneLine(document.querySelector('h1')?.textContent)
  const all = walk(document.body ?? document.documentElement)
  const simple = all.elements <= limits.elements && all.depth <= limits.depth
  const found = simple ? article(document) : null
  const text =
    found && (found.text.length >= shortestArticle || found.text.length >= all.text.length) ? found.text : all.text
  return { title: oneLine(found?.title) || title, text }
}
