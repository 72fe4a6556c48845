import type { Subject } from '@/lib/protocols/protocol'

/** The number of each claim as people say it: sentence and place in it, both from 1, also beyond the ninth. */
export function claimNumbers(subject: Subject): ReadonlyMap<string, string> {
  const sentences = subject.units.filter(({ kind }) => kind === 'sentence').map(({ key }) => key)
  const places = new Map<string, number>()
  const numbers = new Map<string, string>()
  for (const { key, kind, parent = '' } of subject.units) {
    if (kind !== 'claim') continue
    const place = (places.get(parent) ?? 0) + 1
    places.set(parent, place)
    numbers.set(key, `${sentences.indexOf(parent) + 1}.${place}`)
  }
  return numbers
}
