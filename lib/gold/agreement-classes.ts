/** How far independent annotators agreed on a unit: for tables of gold and for scores by it. Pure. */

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
