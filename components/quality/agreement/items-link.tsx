import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'

interface ItemsLinkProps {
  /** The items behind the figure; null where there are none, or none to be known. */
  href: string | null
  /** The figure as shown. */
  children: ReactNode
  /** What the figure counts or says, read out after it: "called true by both". */
  about: string
}

/** A figure that leads to the items behind it, where there are any. */
export function ItemsLink({ href, children, about }: ItemsLinkProps) {
  if (!href) return <span>{children}</span>
  return (
    <Link href={href} prefetch={false}>
      {children}
      <span className="sr-only"> {about}: show the items</span>
    </Link>
  )
}
