/**
 * Marks in a text cleaned as the program of Mu-SHROOM does (Vázquez et al. 2025, `format_annotated2.py`), so that soft labels of its raw
 * marks are those that were published: no mark begins or ends with blanks or punctuation, and marks that only such characters part are one.
 */

export type Stretch = readonly [start: number, end: number]

/** Characters at which no mark begins or ends. */
const isSkipped = (character: string | undefined) =>
  character !== undefined && /[\p{P}\p{Z}\s$+<=>^`|~]/u.test(character)

/** Marks of one annotator in code points of the text, in the order in which they were made; what holds such characters only is left out. */
export function cleanMarks(text: readonly string[], marks: readonly Stretch[]): Stretch[] {
  const kept: { start: number; end: number }[] = []
  let joinable: number | null = null
  for (const [from, to] of marks) {
    let [start, end] = [from, Math.min(to, text.length)]
    while (isSkipped(text[start])) start += 1
    // The end moves on over what is skipped, so that marks which only that parts are one; it is cut below.
    while (isSkipped(text[end])) end += 1
    if (start >= end) continue
    const last = kept.at(-1)
    // Their program looks at the end of the last mark that it did not join: of three that meet, the third stands apart.
    if (last && joinable === start) last.end = end
    else {
      kept.push({ start, end })
      joinable = end
    }
  }
  return kept.flatMap(({ start, end: to }): Stretch[] => {
    let end = to
    while (end > start && isSkipped(text[end - 1])) end -= 1
    return end > start ? [[start, end]] : []
  })
}
