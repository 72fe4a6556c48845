/** Agreement once more, from the exported raw annotations and the textbook formulas alone. */

interface RawAnnotation {
  annotator: string
  round: number
  independent: boolean
  item: { position: number }
  labels: { unit: string; question: string; value: unknown }[]
}

export interface Recomputed {
  units: number
  percent: number
  kappa: number
  alpha: number
}

/** Segment labels of two annotators: percent agreement, Cohen's kappa and Krippendorff's nominal alpha. */
export function recompute(lines: RawAnnotation[]): Recomputed {
  const units = new Map<string, boolean[]>()
  for (const line of lines
    .filter((each) => each.round === 1 && each.independent)
    .sort((a, b) => a.annotator.localeCompare(b.annotator)))
    for (const { unit, question, value } of line.labels)
      if (question === 'label' && typeof value === 'boolean') {
        const key = `${line.item.position}/${unit}`
        units.set(key, [...(units.get(key) ?? []), value])
      }
  const pairs = [...units.values()].filter((values) => values.length === 2)
  const n = pairs.length
  const share = (column: 0 | 1) => pairs.filter((pair) => pair[column]).length / n
  const observed = pairs.filter(([a, b]) => a === b).length / n
  const [first, second] = [share(0), share(1)]
  const chance = first * second + (1 - first) * (1 - second)
  const trues = pairs.flat().filter(Boolean).length
  const falses = 2 * n - trues
  const expected = (2 * trues * falses) / (2 * n * (2 * n - 1))
  return {
    units: n,
    percent: observed,
    kappa: (observed - chance) / (1 - chance),
    alpha: 1 - (1 - observed) / expected,
  }
}
