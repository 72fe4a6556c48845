/** Where `got` differs from `expected`, which names a subset of its keys; empty if nowhere. */
export function differences(got: unknown, expected: unknown, tolerance: number, at = ''): string[] {
  const differs = [`${at}: got ${JSON.stringify(got)}, expected ${JSON.stringify(expected)}`]
  if (expected === null) return got === null || got === undefined ? [] : differs
  if (typeof expected === 'number') {
    return typeof got === 'number' && Math.abs(got - expected) <= tolerance ? [] : differs
  }
  if (typeof expected !== 'object') return got === expected ? [] : differs
  if (Array.isArray(expected)) {
    if (!Array.isArray(got) || got.length !== expected.length) return differs
    return expected.flatMap((value, index) => differences(got[index], value, tolerance, `${at}[${index}]`))
  }
  if ('$between' in expected) {
    const [low, high] = expected.$between as [number, number]
    return typeof got === 'number' && got >= low && got <= high ? [] : differs
  }
  if ('$anyOf' in expected) {
    const alternatives = expected.$anyOf as unknown[]
    return alternatives.some((value) => differences(got, value, tolerance, at).length === 0) ? [] : differs
  }
  if (typeof got !== 'object' || got === null) return differs
  const fields = new Map(Object.entries(got))
  return Object.entries(expected).flatMap(([key, value]) =>
    differences(fields.get(key), value, tolerance, `${at}.${key}`),
  )
}
