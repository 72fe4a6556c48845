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
