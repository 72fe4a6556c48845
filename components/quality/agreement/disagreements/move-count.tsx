import { formatCount } from '@/components/quality/agreement/figure-format'
import { ItemsLink } from '@/components/quality/agreement/items-link'
import type { MoveCell } from '@/lib/quality/agreement/disagreements/contract'

interface MoveCountProps {
  projectId: string
  cell: MoveCell
  /** What is counted, read out after the number. */
  about: string
}

/** A number of disagreements that leads to their items, or to the first of them where they are many. */
export function MoveCount({ projectId, cell: { count, inItems, items }, about }: MoveCountProps) {
  if (count === 0) return <span className="text-muted">0</span>
  const href = items && items.length > 0 ? `/projects/${projectId}/items?ids=${items.join(',')}` : null
  return (
    <>
      <ItemsLink href={href} about={about}>
        {formatCount(count)}
      </ItemsLink>
      <span className="block whitespace-nowrap text-muted text-xs">
        in {formatCount(inItems)} {inItems === 1 ? 'item' : 'items'}
        {items && items.length < inItems ? `, the first ${formatCount(items.length)} listed` : ''}
      </span>
    </>
  )
}
