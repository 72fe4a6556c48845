import type { Root } from 'mdast'
import type { ReactNode } from 'react'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { Callout } from '@/components/ui/callout'
import { OutsideLink } from '@/components/ui/link'
import { ScrollArea } from '@/components/ui/scroll-area'
import { Added, Removed, TextDiff } from '@/components/ui/text-diff'
import { takeMost } from '@/lib/text/sequence-diff'
import { boundMarkdown, directBlocks, flattenDeep } from './bounded-markdown'
import { type Definitions, declaring, definitionsIn } from './definitions'
import { markDifference } from './mark-difference'

const HEADING = [
  'mt-6 mb-2 font-semibold text-lg first:mt-0',
  'mt-6 mb-2 font-semibold text-base first:mt-0',
  'mt-4 mb-1.5 font-semibold first:mt-0',
]

/** The text's first level becomes `top`, so that its headings lie below those of the page around it. */
function headingsFrom(top: 2 | 3): Components {
  const heading = (level: number) => {
    const Tag = `h${Math.min(6, top + level - 1)}` as 'h2' | 'h3' | 'h4' | 'h5' | 'h6'
    const className = HEADING[Math.min(level, HEADING.length) - 1]
    return ({ dir, children }: { dir?: string | undefined; children?: ReactNode }) => (
      <Tag dir={dir} className={className}>
        {children}
      </Tag>
    )
  }
  return { h1: heading(1), h2: heading(2), h3: heading(3), h4: heading(4), h5: heading(5), h6: heading(6) }
}

const BODY: Components = {
  p: ({ dir, children }) => (
    <p dir={dir} className="my-2.5 first:mt-0 last:mb-0">
      {children}
    </p>
  ),
  ul: ({ dir, children }) => (
    <ul dir={dir} className="my-2.5 list-disc space-y-1 ps-5">
      {children}
    </ul>
  ),
  ol: ({ dir, children, start }) => (
    <ol dir={dir} start={start} className="my-2.5 list-decimal space-y-1 ps-6">
      {children}
    </ol>
  ),
  blockquote: ({ dir, children }) => (
    <blockquote dir={dir} className="my-3 border-control border-s-2 ps-4">
      {children}
    </blockquote>
  ),
  hr: () => <hr className="my-5 border-line" />,
  code: ({ children }) => <code className="rounded bg-sunken px-1 font-mono text-[0.9em]">{children}</code>,
  pre: ({ children }) => (
    <pre dir="ltr" className="my-3 whitespace-pre-wrap rounded-lg border border-line bg-sunken p-3 text-sm">
      {children}
    </pre>
  ),
  // Words stay whole and the table scrolls; by its line it has a name of its own.
  table: ({ node, dir, children }) => (
    <ScrollArea label={`Table, line ${node?.position?.start.line ?? 1}`} className="my-3 [overflow-wrap:normal]">
      <table dir={dir} className="w-full border-collapse text-sm">
        {children}
      </table>
    </ScrollArea>
  ),
  th: ({ dir, children }) => (
    <th dir={dir} className="border border-line bg-sunken px-2.5 py-1.5 text-start">
      {children}
    </th>
  ),
  td: ({ dir, children }) => (
    <td dir={dir} className="border border-line px-2.5 py-1.5 align-top">
      {children}
    </td>
  ),
  a: ({ children, href }) => <OutsideLink href={href ?? ''}>{children}</OutsideLink>,
  ins: ({ children }) => <Added>{children}</Added>,
  del: ({ children }) => <Removed>{children}</Removed>,
  // A picture would tell its server who reads when; its description stays.
  img: ({ alt }) => <span>[{alt || 'picture'}]</span>,
}

const COMPONENTS = { 2: { ...headingsFrom(2), ...BODY }, 3: { ...headingsFrom(3), ...BODY } }

type GuidelineMarkdownProps = {
  children: string
  /** The level of the text's own top heading in the page's outline. */
  headingLevel?: 2 | 3
  /** For whoever writes the text: says above it what is not drawn as it is meant. */
  tellUndrawn?: boolean
}

const NESTED_DEEPER =
  'Lists or quotes nest deeper than six levels. What lies deeper is shown on the sixth level, one paragraph after the other.'
const NOT_PROSE =
  'This text has so many signs of emphasis or cells of tables that it is shown as it was written, without formatting.'

/**
 * People's Markdown as text: raw HTML is shown, not run; links open elsewhere. Quotes and lists that nest deeper than six
 * levels are shown flat; what is no prose any more, for its signs of emphasis, is shown as it was written.
 */
export function GuidelineMarkdown({ children, headingLevel = 2, tellUndrawn = false }: GuidelineMarkdownProps) {
  const { drawn, undrawn } = draw(children, headingLevel)
  return (
    <>
      {tellUndrawn && undrawn ? (
        <Callout tone="warning" title="Not all of it is drawn" className="mb-4">
          {undrawn}
        </Callout>
      ) : null}
      <div className="reading">{drawn}</div>
    </>
  )
}

/** What comparing two texts may cost as a whole: about twenty paragraphs of which nothing is left. */
const DIFFERENCE_BUDGET = 2_000_000

interface DrawnDifference {
  drawn: ReactNode
  /** false where the two differ in nothing that is drawn. */
  isMarked: boolean
}

/**
 * Draws parts of two versions of such a text as one: what the later one added is underlined, what it no longer has is struck through. References are
 * those of the whole texts.
 */
export function differenceDrawer(
  wholeBefore: string,
  wholeAfter: string,
  headingLevel: 2 | 3 = 2,
): (before: string, after: string) => DrawnDifference {
  const versions = { before: definitionsOf(wholeBefore), after: definitionsOf(wholeAfter) }
  const budget = { left: DIFFERENCE_BUDGET }
  return (before, after) => {
    const [old, now] = [boundMarkdown(before), boundMarkdown(after)]
    // What is no prose any more is compared as it was written.
    if (old === null || now === null)
      return {
        drawn: <TextDiff before={before} after={after} most={takeMost(budget)} className="reading" />,
        isMarked: before !== after,
      }
    const [earlier, later] = [declaring(old, versions.before), declaring(now, versions.after)]
    let isMarked = false
    /** For remark: reads the earlier text as the later one is read, and marks what differs. */
    function difference(this: { parse(text: string): unknown }) {
      return (tree: Root): void => {
        // Not before everything that is used is known to the parser.
        const other = this.parse(earlier.text) as Root
        other.children.splice(0, earlier.declared)
        tree.children.splice(0, later.declared)
        flattenDeep()(other)
        isMarked = markDifference(other, tree, versions, budget)
      }
    }
    const drawn = Markdown({
      children: later.text,
      remarkPlugins: [remarkGfm, flattenDeep, difference, directBlocks],
      components: COMPONENTS[headingLevel],
    })
    return { drawn: <div className="reading">{drawn}</div>, isMarked }
  }
}

function definitionsOf(text: string): Definitions {
  const bounded = text.includes(']:') ? boundMarkdown(text) : null
  let found = definitionsIn({ type: 'root', children: [] })
  if (bounded === null) return found
  const collect = () => (tree: Root) => {
    found = definitionsIn(tree)
    // Read, not drawn.
    tree.children = []
  }
  Markdown({ children: bounded, remarkPlugins: [remarkGfm, flattenDeep, collect] })
  return found
}

interface Drawn {
  drawn: ReactNode
  /** What is not drawn as it is meant; null where all is. */
  undrawn: string | null
}

function draw(text: string, headingLevel: 2 | 3): Drawn {
  const bounded = boundMarkdown(text)
  if (bounded === null) {
    const drawn = (
      <p dir="auto" className="whitespace-pre-wrap">
        {text}
      </p>
    )
    return { drawn, undrawn: NOT_PROSE }
  }
  let isDeep = bounded !== text
  const onDeep = () => {
    isDeep = true
  }
  // Called, not rendered: only afterwards it is known whether anything lies too deep.
  const drawn = Markdown({
    children: bounded,
    remarkPlugins: [remarkGfm, [flattenDeep, { onDeep }], directBlocks],
    components: COMPONENTS[headingLevel],
  })
  return { drawn, undrawn: isDeep ? NESTED_DEEPER : null }
}
