/** A page cut into passages: windows of a few sentences that slide over it. */
import { segmentText } from '@/lib/text/segment-text'

export interface Window {
  text: string
  /** Where it stands in the page, in UTF-16 units, end exclusive. */
  start: number
  end: number
}

export interface WindowSettings {
  /** Sentences in a window, and how many further on the next one begins. */
  size: number
  stride: number
  /** Longer "sentences" are menus, tables and lists: no window reaches over them. In characters. */
  longestSentence: number
  /** Characters of the page that are looked at. */
  longestPage: number
}

/** Each is a stretch of the text as it stands there, without outer blanks. */
export function windowsOf(text: string, settings: WindowSettings): Window[] {
  const { size, stride, longestSentence, longestPage } = settings
  return runsOf(text.slice(0, longestPage), longestSentence).flatMap((run) => {
    const last = Math.max(0, run.length - size)
    const starts = Array.from({ length: Math.ceil(last / stride) + 1 }, (_, n) => Math.min(n * stride, last))
    return starts.map((from) => asWindow(text, run.slice(from, from + size)))
  })
}

export const overlaps = (one: Window, other: Window): boolean => one.start < other.end && other.start < one.end

/** Sentences that follow each other, none of them too long or without words. */
function runsOf(text: string, longest: number): Window[][] {
  const runs: Window[][] = []
  let open: Window[] = []
  let start = 0
  for (const sentence of segmentText(text)) {
    const end = start + sentence.length
    const length = sentence.trim().length
    if (length > longest) {
      runs.push(open)
      open = []
    } else if (/[\p{L}\p{N}]/u.test(sentence)) open.push({ text: sentence, start, end })
    start = end
  }
  return [...runs, open].filter((run) => run.length > 0)
}

function asWindow(text: string, sentences: readonly Window[]): Window {
  const [first, last] = [sentences[0], sentences.at(-1)]
  const whole = text.slice(first?.start ?? 0, last?.end ?? 0)
  const start = (first?.start ?? 0) + whole.length - whole.trimStart().length
  return { text: whole.trim(), start, end: start + whole.trim().length }
}
