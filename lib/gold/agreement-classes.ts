/** How far independent annotators agreed on a unit: for tables of gold and for scores by it. Pure. */
import { entriesOf } from '@/lib/protocols/made-units'
import type { Answers } from '@/lib/protocols/protocol'

/**
 * `unanimous`: two or more, who all say the same; `majority`: more than half say the same; `split`: no more than half do; `single`: one
 * person rated it.
 */
export type AgreementClass = 'unanimous' | 'majority' | 'split' | 'single'

/** Of the values that annotators gave one unit; null: nobody rated it. */
export function agreementOf(values: readonly (string | number)[]): AgreementClass | null {
  if (values.length === 0) return null
  if (values.length === 1) return 'single'
  const most = Math.max(...[...new Set(values)].map((value) => values.filter((each) => each === value).length))
  if (most === values.length) return 'unanimous'
  return most * 2 > values.length ? 'majority' : 'split'
}

/**
 * The keys under which a unit of the gold was rated: its own, and as an entry of a list in the gold those of the annotators' entries
 * that it stands for.
 */
export function ratedKeysOf(answers: Answers, key: string): ReadonlySet<string> {
  const from = Object.values(answers)
    .flatMap((given) => Object.values(given))
    .flatMap(entriesOf)
    .find((entry) => entry.key === key)?.from
  return new Set([key, ...(from ?? [])])
}
