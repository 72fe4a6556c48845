import { Link } from '@/components/ui/link'
import { type ItemsFilter, itemsBehind } from '@/lib/agreement/rules'

interface ItemsLinkProps {
  projectId: string
  /** The figure as shown. */
  text: string
  /** What the figure counts or says, read out after it: "called true by both". */
  about: string
  items: number[] | null
  /** How to find the items where they are too many to be listed; null where that cannot be said. */
  filter?: ItemsFilter | null
}

/** A figure that leads to the items behind it, where there are any. */
export function ItemsLink({ projectId, text, about, items, filter = null }: ItemsLinkProps) {
  const href = itemsBehind(projectId, items, filter)
  if (!href) return <span>{text}</span>
  return (
    <Link href={href} prefetch={false}>
      {text}
      <span className="sr-only"> {about}: show the items</span>
    </Link>
  )
}
