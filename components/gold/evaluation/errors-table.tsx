import { Link } from '@/components/ui/link'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { plainValue } from '@/components/workspace/tasks/plain-value'
import type { Errors } from '@/lib/gold/evaluation/report/contract'
import type { Json } from '@/lib/protocols/protocol'

/** Longer values are cut; the item's page has all of it. */
const MOST_SHOWN = 400

type Listed = Errors['errors'][number]

/** Item, what it is about, what gold says, what the system says. */
export function ErrorsTable({ projectId, errors }: { projectId: string; errors: readonly Listed[] }) {
  return (
    <Table caption="What the system got wrong">
      <thead>
        <tr>
          <Th>Item</Th>
          <Th>About</Th>
          <Th>Gold</Th>
          <Th>Predicted</Th>
        </tr>
      </thead>
      <tbody>
        {errors.map((error) => (
          <Tr key={error.number}>
            <Td className="wrap-anywhere min-w-40 max-w-72">
              <Place projectId={projectId} error={error} />
            </Td>
            <Td className="wrap-anywhere min-w-48 max-w-[68ch]">
              <span dir="auto">{error.text ?? error.unit ?? 'the whole item'}</span>
            </Td>
            <Td className="wrap-anywhere min-w-24 max-w-72">
              <span dir="auto">{shown(error.gold)}</span>
            </Td>
            <Td className="wrap-anywhere min-w-24 max-w-72">
              <span dir="auto">{error.value === null ? 'no verdict' : shown(error.value)}</span>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

function Place({ projectId, error }: { projectId: string; error: Listed }) {
  const { itemId, anchor, title, position, externalId, unit } = error
  const name = title ?? externalId ?? 'Item'
  const about = unit ? `, ${unit}` : ''
  if (itemId === null) return <span dir="auto">{name}</span>
  const page = `/projects/${projectId}/items/${itemId}`
  return (
    <>
      <Link href={anchor ? `${page}#${encodeURIComponent(anchor)}` : page} prefetch={false} dir="auto">
        {name}
        <span className="sr-only">{about}: open the item</span>
      </Link>
      <span className="block text-muted text-xs">
        {[position === null ? null : `#${position}`, externalId].filter(Boolean).join(' · ')}
      </span>
    </>
  )
}

function shown(value: Json): string {
  if (typeof value === 'boolean') return String(value)
  const text = [...plainValue(value, (name) => name)]
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN).join('')}…` : text.join('')
}
