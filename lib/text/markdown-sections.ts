/** A text in Markdown by its headings. Pure. */

export interface Section {
  /** As it is written, without its signs; null for what stands before the first heading. */
  heading: string | null
  /** The headings that it stands under, the outermost first. */
  under: readonly string[]
  text: string
}

const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/
const FENCE = /^ {0,3}(`{3,}|~{3,})/

/** The sections of a text in Markdown, in their order. Headings are those with `#`; inside of code there are none. */
export function sectionsOf(body: string): Section[] {
  const sections: { heading: string | null; level: number; under: string[]; lines: string[] }[] = [
    { heading: null, level: 0, under: [], lines: [] },
  ]
  let open: { heading: string; level: number }[] = []
  let fence: string | null = null
  for (const line of body.split(/\r?\n/)) {
    const [, mark] = FENCE.exec(line) ?? []
    if (mark !== undefined && fence === null) fence = mark
    else if (mark !== undefined && fence !== null && mark.startsWith(fence)) fence = null
    const [, { length: level } = '', heading] = fence === null ? (HEADING.exec(line) ?? []) : []
    if (heading === undefined) {
      sections.at(-1)?.lines.push(line)
      continue
    }
    open = open.filter((above) => above.level < level)
    sections.push({ heading, level, under: open.map((above) => above.heading), lines: [] })
    open.push({ heading, level })
  }
  return sections
    .map(({ heading, under, lines }) => ({ heading, under, text: lines.join('\n').trim() }))
    .filter(({ heading, text }) => heading !== null || text !== '')
}

/** A heading without its number and its signs of emphasis. */
export const plainHeading = (heading: string): string =>
  heading
    .replaceAll(/[*_`]/g, '')
    .replace(/^\s*(?:\d+(?:\.\d+)*[.)]?)\s+/, '')
    .trim()

/** What headings are compared by: `plainHeading`, whatever its case. */
export const headingText = (heading: string): string => plainHeading(heading).toLowerCase()
