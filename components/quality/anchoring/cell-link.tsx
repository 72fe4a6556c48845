import { Link } from '@/components/ui/link'
import type { ArmCell } from '@/lib/quality/anchoring/contract'
import { countText } from './number-text'

interface CellLinkProps {
  projectId: string
  cell: ArmCell
  /** What it counts, read out after the number: "labels of arm shown". */
  about: string
  text?: string
}

/** A count that leads to the items behind it; to the first of them where there are very many. */
export function CellLink({ projectId, cell, about, text = countText(cell.count) }: CellLinkProps) {
  if (!cell.items || cell.items.length === 0) return <span>{text}</span>
  const isCut = cell.items.length < cell.inItems
  return (
    <>
      <Link href={`/projects/${projectId}/items?ids=${cell.items.join(',')}`} prefetch={false}>
        {text}
        <span className="sr-only">
          {' '}
          {about}: show the {isCut ? `first ${cell.items.length} ` : ''}items
        </span>
      </Link>
      {isCut ? (
        <span className="block text-muted text-xs">
          first {cell.items.length} of {countText(cell.inItems)} items
        </span>
      ) : null}
    </>
  )
}
