import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Oklch = readonly [lightness: number, chroma: number, hue: number]

const css = readFileSync(new URL('./globals.css', import.meta.url), 'utf8')
const COLOUR = String.raw`oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)`
const TOKEN = new RegExp(String.raw`--([\w-]+): light-dark\(${COLOUR}, ${COLOUR}\);`, 'g')

/** Opaque tokens of one theme: name -> oklch. */
function readTokens(theme: 'light' | 'dark'): Map<string, Oklch> {
  const from = theme === 'light' ? 2 : 5
  return new Map(
    [...css.matchAll(TOKEN)].map((m) => [String(m[1]), [Number(m[from]), Number(m[from + 1]), Number(m[from + 2])]]),
  )
}

/** Linear sRGB, clipped to the gamut; matrices of Ottosson's OKLab. */
function toLinearRgb([l, c, h]: Oklch): [number, number, number] {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const L = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const M = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const S = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (x: number) => Math.min(1, Math.max(0, x))
  return [
    clip(4.0767416621 * L - 3.3077115913 * M + 0.2309699292 * S),
    clip(-1.2684380046 * L + 2.6097574011 * M - 0.3413193965 * S),
    clip(-0.0041960863 * L - 0.7034186147 * M + 1.707614701 * S),
  ]
}

/** WCAG 2 contrast ratio, 1 to 21. */
function contrast(one: Oklch, other: Oklch): number {
  const [a, b] = [one, other].map((colour) => {
    const [red, green, blue] = toLinearRgb(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
  }) as [number, number]
  return Math.max(a, b) / Math.min(a, b)
}

const SURFACES = ['canvas', 'surface', 'raised', 'sunken', 'hover', 'accent-surface']
const TONES = ['positive', 'partial', 'negative', 'neutral', 'suggestion', 'stale']
const on = (texts: string[], surfaces: string[]) => texts.flatMap((text) => surfaces.map((s) => [text, s] as const))

const TEXT_PAIRS = [
  ...on(['ink', 'muted', 'accent-text'], SURFACES),
  ...on(['ink'], [...TONES.map((tone) => `${tone}-surface`)]),
  ...TONES.flatMap((tone) => on([`${tone}-text`], [`${tone}-surface`, 'canvas', 'surface', 'raised', 'hover'])),
  ...on(['on-accent'], ['accent', 'accent-hover']),
  ...on(['on-danger'], ['danger', 'danger-hover']),
]
const MARK_PAIRS = [
  ...on(['control', 'focus', 'accent', 'danger'], SURFACES),
  ...on(TONES, ['canvas', 'surface', 'raised', 'sunken']),
  ...on(['suggestion-border'], ['surface', 'suggestion-surface']),
  ...on(['stale-border'], ['surface', 'stale-surface']),
]

describe.each(['light', 'dark'] as const)('colour tokens, %s', (theme) => {
  const tokens = readTokens(theme)
  const ratio = (front: string, back: string) => {
    const [a, b] = [tokens.get(front), tokens.get(back)]
    if (!a || !b) throw new Error(`globals.css has no token ${a ? back : front}`)
    return contrast(a, b)
  }

  it('measures contrast as WCAG does', () => {
    expect(contrast([1, 0, 0], [0, 0, 0])).toBeCloseTo(21, 3)
    expect(contrast([0.627955, 0.257683, 29.2339], [1, 0, 0])).toBeCloseTo(3.998, 2)
  })
  it.each(TEXT_PAIRS)('text %s on %s reaches 4.5', (front, back) => {
    expect(ratio(front, back)).toBeGreaterThanOrEqual(4.5)
  })
  it.each(MARK_PAIRS)('mark %s on %s reaches 3', (front, back) => {
    expect(ratio(front, back)).toBeGreaterThanOrEqual(3)
  })
})
