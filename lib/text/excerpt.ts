import { codePoints } from './code-points'

/** The beginning of a text on one line, at most `length` code points, an ellipsis included where something is left out. */
export function excerpt(text: string, length: number): string {
  // A code point is at most two units, so this much is enough to see whether anything is left out.
  const line = codePoints(
    text
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 2 * length + 2),
  )
  if (line.length <= length) return line.join('')
  return `${line
    .slice(0, Math.max(0, length - 1))
    .join('')
    .trimEnd()}…`
}
