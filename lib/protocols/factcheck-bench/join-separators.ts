/** Where a sentence goes: is nothing left before it, and nothing after it? */
export interface Place {
  isFirst: boolean
  isLast: boolean
}

/**
 * What stays of the two texts around a sentence that goes. A text without letters separates, and one of two separators is
 * enough: at the start of the response that before it, at the end that after it; otherwise the one with a mark such as a
 * bullet or a number, then the one with more line breaks, then the first. A text with letters always stays.
 */
export function joinSeparators(before: string, after: string, { isFirst, isLast }: Place): string {
  if (hasLetters(before) && hasLetters(after)) {
    const [left, right] = [before.trimEnd(), after.trimStart()]
    const between = { isFirst: false, isLast: false }
    return (
      left + joinSeparators(before.slice(left.length), after.slice(0, after.length - right.length), between) + right
    )
  }
  if (hasLetters(before)) return isLast ? before + after : before
  if (hasLetters(after)) return isFirst ? before + after : after
  if (isLast) return after
  if (isFirst || hasMark(before)) return before
  return hasMark(after) || lineBreaks(after) > lineBreaks(before) ? after : before
}

const hasLetters = (text: string) => /\p{L}/u.test(text)
const hasMark = (text: string) => /\S/u.test(text)
const lineBreaks = (text: string) => text.split(/\r\n|\r|\n/u).length
