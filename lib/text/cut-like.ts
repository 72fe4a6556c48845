import { withoutSpace } from './same-text'

/**
 * The text cut where the pieces end, white space aside: slices that put together are exactly the text. null when the
 * pieces are not the text.
 */
export function cutLike(text: string, pieces: readonly string[]): string[] | null {
  const visiblePieces = pieces.filter((piece) => withoutSpace(piece) !== '')
  if (withoutSpace(visiblePieces.join('')) !== withoutSpace(text) || visiblePieces.length === 0) return null
  const slices: string[] = []
  let start = 0
  for (const piece of visiblePieces.slice(0, -1)) {
    const end = skip(text, start, withoutSpace(piece).length)
    slices.push(text.slice(start, end))
    start = end
  }
  return [...slices, text.slice(start)]
}

/** Where the text goes on behind so many visible characters and the white space after them. */
function skip(text: string, from: number, visible: number): number {
  let index = from
  let left = visible
  while (left > 0) left -= /\s/.test(text[index++] ?? '') ? 0 : 1
  while (/\s/.test(text[index] ?? '')) index++
  return index
}
