'use client'

import { usePathname } from 'next/navigation'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { ChevronDown } from '@/components/ui/icons'
import { onDemand } from '@/components/ui/on-demand'
import { PageLink } from '@/components/ui/page-link'
import { currentLink } from './current-link'

const PagesDialog = onDemand(() => import('./pages-dialog').then((module) => module.PagesDialog))

export type ProjectNavLink = {
  href: string
  /** Other pages that belong to it. */
  covers: readonly string[]
  label: string
  /** An element, e.g. `<Users aria-hidden className="size-4" />`. */
  icon: ReactNode
  show: boolean
}

export type ProjectNavGroup = {
  /** Null for the pages about the project itself, which stand last. */
  title: string | null
  links: readonly ProjectNavLink[]
}

type ProjectNavProps = {
  projectId: string
  name: string
  groups: readonly ProjectNavGroup[]
}

const LINK =
  'flex items-center gap-2.5 rounded-md border border-transparent px-3 text-muted hover:bg-hover hover:text-ink focus-visible:-outline-offset-2'
const CURRENT =
  'border-accent-border bg-accent-surface font-medium text-accent-text hover:bg-accent-surface hover:text-accent-text forced-colors:outline-2'

/** The pages of one project by group: a column from 1024 px on, behind a button below. All of them fit a window of 800 px. */
export function ProjectNav({ projectId, name, groups }: ProjectNavProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const visibleGroups = groups
    .map((group) => ({ ...group, links: group.links.filter((link) => link.show) }))
    .filter(({ links }) => links.length > 0)
  const links = visibleGroups.flatMap((group) => group.links)
  const current = currentLink(usePathname(), links)
  const label = links.find(({ href }) => href === current)?.label ?? 'Pages'

  return (
    <nav
      aria-label={`Project ${name}`}
      data-project-navigation
      className="border-line bg-canvas max-lg:flex max-lg:items-center max-lg:gap-2 max-lg:border-b max-lg:pe-2 lg:sticky lg:top-14 lg:h-[calc(100dvh-3.5rem)] lg:w-60 lg:shrink-0 lg:overflow-y-auto lg:border-e low:lg:top-0 low:lg:h-dvh print:hidden"
    >
      <PageLink
        href={`/projects/${projectId}`}
        title={name}
        dir="auto"
        className="block truncate px-4 font-semibold text-sm hover:underline focus-visible:-outline-offset-2 max-lg:min-w-0 max-lg:flex-1 max-lg:py-3 lg:px-6 lg:pt-1.5 lg:pb-0"
      >
        {name}
      </PageLink>
      <Button
        ref={button}
        variant="ghost"
        aria-label={label === 'Pages' ? 'Pages of the project' : `${label}: pages of the project`}
        aria-haspopup="dialog"
        aria-expanded={open}
        className="min-h-11 px-2 lg:hidden"
        onClick={() => setOpen(true)}
      >
        {label}
        <ChevronDown aria-hidden className="size-4" />
      </Button>
      <div className="px-3 pb-1 text-[0.8125rem] max-lg:hidden">
        <NavGroups groups={visibleGroups} current={current} className="min-h-6 [@media(min-height:62rem)]:min-h-8" />
      </div>
      <PagesDialog open={open} onOpenChange={setOpen} opener={button} name={name}>
        <div className="gap-x-4 text-sm max-lg:columns-2">
          <NavGroups groups={visibleGroups} current={current} className="min-h-11" onFollow={() => setOpen(false)} />
        </div>
      </PagesDialog>
    </nav>
  )
}

type NavGroupsProps = {
  groups: readonly ProjectNavGroup[]
  current: string | null
  /** How high a link is. */
  className: string
  onFollow?: () => void
}

const NavGroups = ({ groups, ...rest }: NavGroupsProps) =>
  groups.map((group) => <NavGroup key={group.title} group={group} {...rest} />)

function NavGroup({
  group,
  current,
  className,
  onFollow,
}: Omit<NavGroupsProps, 'groups'> & { group: ProjectNavGroup }) {
  const heading = useId()
  const { title, links } = group
  return (
    <div
      className={cn(
        'break-inside-avoid [@media(min-height:62rem)]:mb-2',
        title === null && 'border-line border-t pt-1',
      )}
    >
      {title === null ? null : (
        <p id={heading} className="px-3 font-medium text-ink text-xs [@media(min-height:62rem)]:pt-1">
          {title}
        </p>
      )}
      <ul {...(title === null ? { 'aria-label': 'The project itself' } : { 'aria-labelledby': heading })}>
        {links.map((link) => (
          <li key={link.href}>
            <PageLink
              href={link.href}
              aria-current={link.href === current ? 'page' : undefined}
              className={cn(LINK, className, link.href === current && CURRENT)}
              onClick={onFollow}
            >
              {link.icon}
              {link.label}
            </PageLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
