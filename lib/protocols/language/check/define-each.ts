/** Items that stand within a JSON document: the way to them, and the names of the keys on it. */
import type { Definition } from '@/lib/protocols/language/definition'
import type { ProblemList } from './problem-list'

const EACH = ['record', 'each']
const ANY = '*'

export function checkEach({ each, group, csv }: Definition['record'], problems: ProblemList): void {
  if (!each) return
  const { at, keys, skip } = each
  const open = at.filter((step) => step === ANY).length
  if (at.at(-1) !== ANY)
    problems.value(
      [...EACH, 'at'],
      'This leads to one value, and each of its entries is an item.',
      `Write * behind it: /${[...at, ANY].join('/')}.`,
    )
  if (keys.length > open)
    problems.value(
      [...EACH, 'keys'],
      `There are ${keys.length} names for ${open === 1 ? 'one *' : `${open} *`}.`,
      'Give a name to each *, in order.',
    )
  problems.twice(
    keys.map((name, index) => ({ name, path: [...EACH, 'keys', index] })),
    'key',
  )
  for (const [index, key] of skip.entries())
    if (key === ANY)
      problems.value([...EACH, 'skip', index], 'Nothing would be left.', 'Name the keys that have no items.')
  if (group) problems.key(EACH, '"each" and "group" do not go together.', 'Take one of them out.')
  if (csv) problems.key(EACH, 'A CSV file holds no JSON document.', 'Take "csv" or "each" out.')
}
