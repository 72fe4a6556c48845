/**
 * Sentence segmentation. English goes through `sbd` on the whole text, newlines being no boundaries (the splitter that
 * comes closest to FELM's published segments); other languages through the platform's own segmenter.
 */
import { sentences } from 'sbd'
import { segmentsOf } from './segments'

const SAMPLE = 4000

/** Scripts that tell a language, or one whose sentence rules fit; Latin is taken for English. */
const SCRIPTS = [
  { locale: 'en', letters: /\p{Script=Latin}/gu },
  { locale: 'ja', letters: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu },
  { locale: 'zh', letters: /\p{Script=Han}/gu },
  { locale: 'ko', letters: /\p{Script=Hangul}/gu },
  { locale: 'th', letters: /\p{Script=Thai}/gu },
  { locale: 'lo', letters: /\p{Script=Lao}/gu },
  { locale: 'km', letters: /\p{Script=Khmer}/gu },
  { locale: 'my', letters: /\p{Script=Myanmar}/gu },
  { locale: 'ar', letters: /\p{Script=Arabic}/gu },
  { locale: 'he', letters: /\p{Script=Hebrew}/gu },
  { locale: 'ru', letters: /\p{Script=Cyrillic}/gu },
  { locale: 'el', letters: /\p{Script=Greek}/gu },
  { locale: 'hi', letters: /\p{Script=Devanagari}/gu },
  { locale: 'bn', letters: /\p{Script=Bengali}/gu },
  { locale: 'ta', letters: /\p{Script=Tamil}/gu },
  { locale: 'hy', letters: /\p{Script=Armenian}/gu },
  { locale: 'ka', letters: /\p{Script=Georgian}/gu },
] as const

/** The locale whose script most letters at the beginning of the text are in; English when there are none. */
export function scriptLocale(text: string): string {
  const sample = text.slice(0, SAMPLE)
  const counts = SCRIPTS.map(({ locale, letters }) => ({ locale, count: sample.match(letters)?.length ?? 0 }))
  const most = counts.reduce((best, each) => (each.count > best.count ? each : best))
  const hasKana = counts.some(({ locale, count }) => locale === 'ja' && count > 0)
  return most.locale === 'zh' && hasKana ? 'ja' : most.locale
}

/** The text in sentences: slices that put together are exactly the text. Locale: given, or guessed by the script. */
export function segmentText(text: string, locale = scriptLocale(text)): string[] {
  const isEnglish = new Intl.Locale(locale).language === 'en'
  return (isEnglish ? englishSentences(text) : null) ?? platformSentences(text, locale)
}

/** sbd gives sentences without offsets; null when they cannot be found again in the text. */
function englishSentences(text: string): string[] | null {
  const starts: number[] = []
  let offset = 0
  for (const sentence of sentences(text)) {
    const words = sentence.match(/\S+/g) ?? []
    for (const [index, word] of words.entries()) {
      const found = findWord(text, word, offset)
      if (found === null) return null
      if (index === 0) starts.push(found)
      offset = found + word.length
    }
  }
  const isWhole = /^[\s.!?"”]*$/.test(text.slice(offset))
  if (!isWhole) return null
  return cut(text, [
    ...starts.slice(1),
    ...lineStarts(text),
    ...wideStarts(text),
    ...figsStarts(text),
    ...foreignStarts(text),
  ])
}

const ABBREVIATED = 'Mrs?|Ms|Dr|Prof|St|Jr|Sr|Capt|Gen|Lt|Col|Sgt|Rev|Hon|Gov|Sen|Fig|Eq|Vol|vs|pp?|\\p{Lu}'
/** Forwards from the mark, which a run of blanks has once: looking back from each blank costs the square of the run. */
const WIDE_END = new RegExp(
  `(?<=[\\p{L})”"’](?<!(?<!\\p{L})(?:${ABBREVIATED})))[.!?]["”’)]*[ \\t]{2,}(?=["“(]?\\p{Lu})`,
  'gu',
)

/** Capitals after two blanks: people who type so mark sentences, short ones too, which sbd takes for abbreviations. */
function wideStarts(text: string): number[] {
  return Array.from(text.matchAll(WIDE_END), ({ 0: end, index }) => index + end.length)
}

/** The fruit at a sentence's end, which sbd takes for the abbreviation of "figures": a number would follow that. */
const FIGS_END = /\b[Ff]igs\.["”’)]*\s+(?=["“(]?\p{Lu}\p{Ll})/gu

const figsStarts = (text: string): number[] =>
  Array.from(text.matchAll(FIGS_END), ({ 0: end, index }) => index + end.length)

/** A mark beyond ASCII, then what closes quotes and brackets. */
const FOREIGN_END = /[^\p{ASCII}\P{Po}][\p{Pe}\p{Pi}\p{Pf}"']*\s*$/u

/** Where a sentence begins after one that ends with a mark of another script (`。`, `؟`, `।`), which sbd does not know. */
function foreignStarts(text: string): number[] {
  if (!/[^\p{ASCII}\P{Po}]/u.test(text)) return []
  return Array.from(segmentsOf(text, 'sentence', scriptLocale(text)))
    .filter(
      ({ segment, index }) => segment.trim() !== '' && FOREIGN_END.test(text.slice(Math.max(0, index - 50), index)),
    )
    .map(({ segment, index }) => index + segment.length - segment.trimStart().length)
    .filter((start) => !/^\p{Ll}/u.test(text.slice(start, start + 2)))
}

/**
 * Where a line begins after one that ends a sentence, a list number on a line of its own aside. sbd takes the line break
 * for a number there and goes on after short and capitalised words.
 */
function lineStarts(text: string): number[] {
  return Array.from(text.matchAll(/(?<!^[ \t]*\d{1,3})[.!?]["”’')\]]*(\s+)/gm))
    .filter(([, space]) => space?.includes('\n'))
    .map(({ 0: end, index }) => index + end.length)
    .filter((start) => start < text.length)
}

/**
 * Where the word stands next. Between two words there is white space, or a mark that sbd swallows where sentences were
 * written without a blank between them (`end.Next"`).
 */
function findWord(text: string, word: string, from: number): number | null {
  let offset = from
  while (!text.startsWith(word, offset)) {
    if (!/[\s.!?"”]/.test(text[offset] ?? '')) return null
    offset++
  }
  return offset
}

/** Sentences of the platform's segmenter; what holds nothing but white space joins the sentence before it. */
function platformSentences(text: string, locale: string): string[] {
  const pieces = Array.from(segmentsOf(text, 'sentence', locale))
  const starts = pieces.filter(({ segment }) => segment.trim() !== '').map(({ index }) => index)
  return cut(text, starts.slice(1))
}

/** The text in slices that begin at 0 and at each of `starts`, in whatever order those are. */
function cut(text: string, starts: readonly number[]): string[] {
  if (text === '') return []
  const bounds = [0, ...[...new Set(starts)].sort((left, right) => left - right), text.length]
  return bounds.slice(1).map((end, index) => text.slice(bounds[index], end))
}
