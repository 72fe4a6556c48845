import { codePoints } from './code-points'

/** The beginning of a text on one line, at most `length` code points, an ellipsis included where something is left out. */
export function excerpt(text: string, length: number): string {
  // A code point is at most two units, so this much is enough to see whether anything is left out.
  // Single spaces, most white space by far, stay as they are.
  const line = text
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .trim()
    .slice(0, 2 * length + 2)
  const keptLength = Math.max(0, length - 1)
  // Of most texts every unit is a code point.
  if (!/[\ud800-\udfff]/.test(line)) return line.length <= length ? line : `${line.slice(0, keptLength).trimEnd()}…`
  const points = codePoints(line)
  return points.length <= length ? line : `${points.slice(0, keptLength).join('').trimEnd()}…`
}
