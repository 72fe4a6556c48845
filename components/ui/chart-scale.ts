/** A stretch of numbers, drawn from the start of the line to its end. */
export interface Scale {
  from: number
  to: number
}

/** Where a number lies on a scale: 0 at its start, 1 at its end; what lies outside is put at the end that is nearer. */
export const shareAlong = (x: number, { from, to }: Scale): number =>
  to <= from ? 0 : Math.min(1, Math.max(0, (x - from) / (to - from)))

/** The same for style sheets: "37.5%". */
export const along = (x: number, scale: Scale): string => `${Number((shareAlong(x, scale) * 100).toFixed(3))}%`

/** Round numbers within a scale, at most `most` of them, 1, 2 or 5 times a power of ten apart. */
export function ticksOf({ from, to }: Scale, most = 6): number[] {
  if (to <= from) return [from]
  const rough = (to - from) / Math.max(1, most - 1)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5].find((times) => times * power >= rough * 0.999) ?? 10) * power
  const decimals = Math.max(0, -Math.floor(Math.log10(step)))
  const first = Math.ceil(from / step - 1e-9)
  const last = Math.floor(to / step + 1e-9)
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toFixed(decimals)))
}
