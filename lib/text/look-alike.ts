/** Names that people take for one another, because letters of other alphabets look the same (after UTS 39, section 4). */

import { normalizeText } from './normalize'
import { withoutUnseen } from './unseen'

/** Latin letters, each with what looks like it in Cyrillic, Greek, Armenian and rarer Latin. */
const LOOKS: Readonly<Record<string, string>> = {
  a: 'аαɑ',
  b: 'Ьƅ',
  c: 'сϲ',
  d: 'ԁ',
  e: 'еҽ',
  g: 'ɡց',
  h: 'һհ',
  i: 'іιı',
  j: 'јϳ',
  k: 'кκ',
  l: 'ӏ|ǀ',
  n: 'ո',
  o: 'оοօ',
  p: 'рρ',
  q: 'ԛ',
  r: 'г',
  s: 'ѕ',
  u: 'υս',
  v: 'ѵν',
  w: 'ԝ',
  x: 'хχ',
  y: 'уүγ',
  A: 'АΑ',
  B: 'ВΒ',
  C: 'СϹ',
  E: 'ЕΕ',
  G: 'Ԍ',
  H: 'НΗ',
  I: 'ІΙӀ',
  J: 'ЈͿ',
  K: 'КΚ',
  M: 'МΜ',
  N: 'Ν',
  O: 'ОΟՕ',
  P: 'РΡ',
  Q: 'Ԛ',
  S: 'ЅՏ',
  T: 'ТΤ',
  U: 'Ս',
  V: 'Ѵ',
  W: 'Ԝ',
  X: 'ХΧ',
  Y: 'УΥҮ',
  Z: 'Ζ',
}
const LATIN = new Map(Object.entries(LOOKS).flatMap(([latin, others]) => [...others].map((other) => [other, latin])))

/** Signs that cannot be told apart in many typefaces, whatever their case; pairs of letters that run together. */
const shape = (text: string): string =>
  [...normalizeText(text, 'NFD')]
    .map((sign) => LATIN.get(sign) ?? sign)
    .join('')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll(/[i1]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll(/['’ʼ`´]/g, "'")
    .replaceAll(/[‐‑‒–—―−]/g, '-')

/** The shapes of a name: as it is written, and in small letters, which look like others than the capitals do. */
function shapesOf(name: string): string[] {
  const text = withoutUnseen(normalizeText(name, 'NFKC')).replaceAll(/\s+/gu, ' ').trim()
  return [shape(text), shape(text.toLowerCase())]
}

/** The first of the names that looks like this one, or null. */
export function findLookAlike<Named extends { name: string }>(name: string, others: readonly Named[]): Named | null {
  const nameShapes = new Set(shapesOf(name))
  return others.find((other) => shapesOf(other.name).some((one) => nameShapes.has(one))) ?? null
}

/** Of some of all names: each that looks like another's, with the first of those. In linear time. */
export function lookAlikes<Named extends { id: string; name: string }>(
  some: readonly Named[],
  all: readonly Named[],
): { of: Named; other: Named }[] {
  const byShape = new Map<string, Named[]>()
  for (const namedEntry of all)
    for (const one of new Set(shapesOf(namedEntry.name)))
      byShape.set(one, [...(byShape.get(one) ?? []), namedEntry].slice(0, 2))
  return some.flatMap((of) => {
    const others = shapesOf(of.name).flatMap((one) => byShape.get(one) ?? [])
    const other = others.find(({ id }) => id !== of.id)
    return other ? [{ of, other }] : []
  })
}
