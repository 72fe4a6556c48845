/** Which rows of a file are one item, and what they have to agree on. */
import { type Definition, type Pointer, unitStarts } from '@/lib/protocols/language/definition'
import { writtenPointer } from '@/lib/protocols/language/pointers'
import type { RowGroups } from '@/lib/protocols/records'

/** null where each row is an item. Everything that is read from the record, and not from the entry of a row, is the same in all of them. */
export function rowGroupsOf({
  record,
  units,
  stages,
  label,
}: Pick<Definition, 'record' | 'units' | 'stages' | 'label'>): RowGroups | null {
  const { group, id, title, domain, source, content, hidden } = record
  if (!group) return null
  const { by, as } = group
  const lists = units.flatMap(unitStarts)
  const golds = stages.flatMap(({ questions }) =>
    questions.flatMap(({ gold }) => (gold.from === 'entry' ? [] : [gold.pointer])),
  )
  const headPointers = [id, title, domain, source, label?.at ?? null].filter((pointer) => pointer !== null)
  const all = [...by, ...headPointers, ...[...content, ...hidden].map(({ at }) => at), ...lists, ...golds]
  const shared = new Map(all.filter(([field]) => field !== as).map((pointer) => [writtenPointer(pointer), pointer]))
  return { by, as, shared: [...shared.values()] satisfies Pointer[] }
}
