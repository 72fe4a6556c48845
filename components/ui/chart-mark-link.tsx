import type { ReactNode } from 'react'
import { PageLink } from './page-link'

type ChartMarkLinkProps = {
  /** null: the mark leads nowhere. */
  href: string | null
  children: ReactNode
  className?: string
}

/** A mark of a chart that a pointer can follow. The table behind the chart has the same link, for keys and for reading aloud. */
export function ChartMarkLink({ href, children, className }: ChartMarkLinkProps) {
  if (href === null) return <>{children}</>
  return (
    <PageLink href={href} prefetch={false} aria-hidden tabIndex={-1} className={className}>
      {children}
    </PageLink>
  )
}
