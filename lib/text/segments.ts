/**
 * The platform's segmenter in linear time. For every segment V8's copies the whole text that it was given, so a text of
 * 1 MB would cost the square of its words, in time and in memory; here it is given one stretch of the text after the other.
 */
export interface Segment {
  /** Where it begins, in UTF-16 units. */
  index: number
  segment: string
  /** Of words only: false for white space and marks. */
  isWordLike: boolean
}

/** UTF-16 units given to the segmenter at once. */
const STRETCH = { word: 1_024, sentence: 8_192 }

const segmenters = new Map<string, Intl.Segmenter>()
function segmenterOf(granularity: 'word' | 'sentence', locale: string | undefined): Intl.Segmenter {
  const key = `${granularity} ${locale ?? ''}`
  const segmenter = segmenters.get(key) ?? new Intl.Segmenter(locale, { granularity })
  segmenters.set(key, segmenter)
  return segmenter
}

/**
 * The words of a text with what stands between them, or its sentences, by the platform's rules for the locale: slices that
 * put together are exactly the text. Locale: that of the platform unless given.
 */
export function* segmentsOf(
  text: string,
  granularity: 'word' | 'sentence' = 'word',
  locale?: string,
): Generator<Segment> {
  const segmenter = segmenterOf(granularity, locale)
  let from = 0
  let size = STRETCH[granularity]
  while (from < text.length) {
    const isGrown = size > STRETCH[granularity]
    // A stretch that had to grow holds one long segment at its beginning; of what follows it a few are enough to see its end.
    const { found, isWhole } = firstOf(
      segmenter.segment(text.slice(from, from + size)),
      isGrown ? LOOK_AHEAD + 2 : null,
    )
    const isLast = isWhole && from + size >= text.length
    const finalSegments = isLast ? found : found.slice(0, untouched(found))
    for (const { segment, index, isWordLike } of finalSegments) yield { segment, index: from + index, isWordLike }
    const last = finalSegments.at(-1)
    if (last) {
      from += last.index + last.segment.length
      size = STRETCH[granularity]
    } else size *= 2
  }
}

/** So many segments look ahead at most, the words of a dictionary that scripts without blanks are divided by. */
const LOOK_AHEAD = 8

/** The first so many segments, or all; without the copy of the text that each of the platform's holds. */
function firstOf(segments: Intl.Segments, most: number | null): { found: Segment[]; isWhole: boolean } {
  const found: Segment[] = []
  for (const { segment, index, isWordLike = false } of segments) {
    if (found.length === most) return { found, isWhole: false }
    found.push({ segment, index, isWordLike })
  }
  return { found, isWhole: true }
}

/**
 * How many segments of a stretch stay as they are whatever follows it: those up to white space where there is any, since
 * nothing after it divides what stands before.
 */
function untouched(found: readonly Segment[]): number {
  const space = found.slice(0, -1).findLastIndex(({ segment }) => /^\s+$/.test(segment))
  return space >= 0 ? space + 1 : Math.max(0, found.length - LOOK_AHEAD)
}
