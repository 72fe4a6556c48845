/**
 * Marks in a text cleaned as the program of Mu-SHROOM does (Vázquez et al. 2025, `format_annotated2.py`), so that soft labels of its raw
 * marks are those that were published: no mark begins or ends with blanks or punctuation, and marks that only such characters part are one.
 */

export type Stretch = readonly [start: number, end: number]

/** Characters at which no mark begins or ends. */
const isSkipped = (character: string | undefined) =>
  character !== undefined && /[\p{P}\p{Z}\s$+<=>^`|~]/u.test(character)

/**
 * A text cut into its code points, with the ends of its runs of skipped characters. It is made once per text, since looking for the end of
 * a run anew for every mark would take as many steps as there are marks times characters.
 */
export class CutText {
  /** For each place: the first place from there on that holds no skipped character. */
  private readonly nexts: Uint32Array
  /** For each place: the last place up to there that has no skipped character before it. */
  private readonly lasts: Uint32Array

  constructor(readonly points: readonly string[]) {
    const { length } = points
    this.nexts = new Uint32Array(length + 1)
    this.lasts = new Uint32Array(length + 1)
    this.nexts[length] = length
    for (let place = length - 1; place >= 0; place--)
      this.nexts[place] = isSkipped(points[place]) ? this.pastRun(place + 1) : place
    for (let place = 1; place <= length; place++)
      this.lasts[place] = isSkipped(points[place - 1]) ? this.beforeRun(place - 1) : place
  }

  /** Where the run of skipped characters that begins at a place ends; the place itself where none begins. */
  pastRun(place: number): number {
    return this.nexts[place] ?? place
  }

  /** Where the run of skipped characters that ends at a place begins; the place itself where none ends. */
  beforeRun(place: number): number {
    return this.lasts[place] ?? place
  }
}

/** Marks of one annotator in code points of the text, in the order in which they were made; what holds such characters only is left out. */
export function cleanMarks(text: CutText, marks: readonly Stretch[]): Stretch[] {
  const joinedMarks: { start: number; end: number }[] = []
  let joinable: number | null = null
  for (const [from, to] of marks) {
    const start = text.pastRun(from)
    // The end moves on over what is skipped, so that marks which only that parts are one; it is cut below.
    const end = text.pastRun(Math.min(to, text.points.length))
    if (start >= end) continue
    const last = joinedMarks.at(-1)
    // Their program looks at the end of the last mark that it did not join: of three that meet, the third stands apart.
    if (last && joinable === start) last.end = end
    else {
      joinedMarks.push({ start, end })
      joinable = end
    }
  }
  return joinedMarks.flatMap(({ start, end: to }): Stretch[] => {
    const end = text.beforeRun(to)
    return end > start ? [[start, end]] : []
  })
}
