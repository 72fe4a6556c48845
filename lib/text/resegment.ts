/** Re-segmenting by hand: split and merge, with the text guaranteed to stay what it is. */
import { codePointLength, codePointSlice } from './code-points'
import { sameTextIgnoringSpace } from './same-text'

/** Why segments cannot be split or merged as asked. */
export type ResegmentReason = 'no_such_segment' | 'offset_outside' | 'blank_part' | 'nothing_to_merge' | 'text_changed'

const MESSAGES: Record<ResegmentReason, string> = {
  no_such_segment: 'There is no such segment.',
  offset_outside: 'The cut lies outside the segment.',
  blank_part: 'A segment cannot be nothing but white space.',
  nothing_to_merge: 'There is no segment after this one to merge with.',
  text_changed: 'The segments would no longer be the same text.',
}

export class ResegmentError extends Error {
  override readonly name = 'ResegmentError'

  constructor(readonly reason: ResegmentReason) {
    super(MESSAGES[reason])
  }
}

/** Cuts segment `index` before code point `offset`; both parts must hold more than white space. */
export function splitSegment(segments: readonly string[], index: number, offset: number): string[] {
  const segment = segmentAt(segments, index)
  if (!Number.isInteger(offset) || offset <= 0 || offset >= codePointLength(segment)) {
    throw new ResegmentError('offset_outside')
  }
  const parts = [codePointSlice(segment, 0, offset), codePointSlice(segment, offset)]
  if (parts.some((part) => part.trim() === '')) throw new ResegmentError('blank_part')
  return replaced(segments, index, 1, parts)
}

/**
 * Joins segment `index` with the next one. Segments that came with a record may have lost the white space between them;
 * it is taken from `whole`, the text they are segments of, where they can be found in it, and is a blank otherwise.
 */
export function mergeSegments(segments: readonly string[], index: number, whole: string): string[] {
  const first = segmentAt(segments, index)
  const second = segments[index + 1]
  if (second === undefined) throw new ResegmentError('nothing_to_merge')
  const isExact = segments.join('') === whole
  return replaced(segments, index, 2, [isExact ? first + second : joined(first, second, whole)])
}

function segmentAt(segments: readonly string[], index: number): string {
  const segment = segments[index]
  if (segment === undefined) throw new ResegmentError('no_such_segment')
  return segment
}

function joined(first: string, second: string, whole: string): string {
  const [head, tail] = [first.trimEnd(), second.trimStart()]
  if (head === '' || tail === '') return first + second
  for (let headIndex = whole.indexOf(head); headIndex >= 0; headIndex = whole.indexOf(head, headIndex + 1)) {
    const gap = spaceAt(whole, headIndex + head.length)
    if (whole.startsWith(tail, headIndex + head.length + gap.length)) return head + gap + tail
  }
  return head.length < first.length || tail.length < second.length ? first + second : `${first} ${second}`
}

function spaceAt(text: string, from: number): string {
  const space = /\s*/y
  space.lastIndex = from
  return space.exec(text)?.[0] ?? ''
}

/** The last wall: whatever was done, the text is the same but for white space, or nothing is done. */
function replaced(segments: readonly string[], index: number, count: number, parts: readonly string[]): string[] {
  const after = segments.toSpliced(index, count, ...parts)
  if (!sameTextIgnoringSpace(segments.join(''), after.join(''))) throw new ResegmentError('text_changed')
  return after
}
