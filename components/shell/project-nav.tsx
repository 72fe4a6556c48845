'use client'

import NextLink from 'next/link'
import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect, useRef } from 'react'
import { cn } from '@/components/ui/cn'
import { currentLink } from './current-link'

export type ProjectNavLink = {
  href: string
  /** Other pages that belong to it. */
  covers: readonly string[]
  label: string
  /** An element, e.g. `<Users aria-hidden className="size-4" />`. */
  icon: ReactNode
  show: boolean
  /** Pages of one group stand together: work, figures, results, the project itself. */
  group: string
}

type ProjectNavProps = {
  projectId: string
  name: string
  links: readonly ProjectNavLink[]
}

const LINK =
  'flex min-h-9 items-center gap-2.5 whitespace-nowrap rounded-md border border-transparent px-3 py-1.5 text-muted text-sm transition-colors hover:bg-hover hover:text-ink focus-visible:-outline-offset-2'
const CURRENT =
  'border-accent-border bg-accent-surface font-medium text-accent-text hover:bg-accent-surface hover:text-accent-text forced-colors:outline-2'

/** The pages of one project: a column from 1024 px on, a row to swipe through below. */
export function ProjectNav({ projectId, name, links }: ProjectNavProps) {
  const shown = links.filter((link) => link.show)
  const current = currentLink(usePathname(), shown)
  const list = useRef<HTMLUListElement>(null)

  useEffect(() => {
    const link = current ? list.current?.querySelector('[aria-current]') : null
    link?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])

  return (
    <nav
      aria-label={`Project ${name}`}
      className="border-line bg-canvas max-lg:border-b lg:sticky lg:top-14 lg:h-[calc(100dvh-3.5rem)] lg:w-60 lg:shrink-0 lg:overflow-y-auto lg:border-e print:hidden"
    >
      <NextLink
        href={`/projects/${projectId}`}
        title={name}
        dir="auto"
        className="block truncate px-4 pt-3 font-semibold text-sm hover:underline focus-visible:-outline-offset-2 lg:px-6 lg:pt-5 lg:pb-2"
      >
        {name}
      </NextLink>
      <ul ref={list} className="flex gap-1 overflow-x-auto p-2 lg:flex-col lg:gap-0.5 lg:overflow-visible lg:px-3">
        {shown.map((link, index) => (
          <li
            key={link.href}
            className={cn(
              'shrink-0',
              index > 0 && shown[index - 1]?.group !== link.group && 'lg:mt-1.5 lg:border-line lg:border-t lg:pt-1.5',
            )}
          >
            <NextLink
              href={link.href}
              aria-current={link.href === current ? 'page' : undefined}
              className={cn(LINK, link.href === current && CURRENT)}
            >
              {link.icon}
              {link.label}
            </NextLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
