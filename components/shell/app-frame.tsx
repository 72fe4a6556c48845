import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import { PageLink } from '@/components/ui/page-link'
import { AccountMenu, type ShellUser } from './account-menu'
import { Logo } from './logo'

type AppFrameProps = {
  user: ShellUser
  children: ReactNode
  /** A `ProjectNav`, inside a project. */
  nav?: ReactNode
  /** What stands in the header between logo and account, e.g. where one is. */
  header?: ReactNode
  /** What stands beside the account on every page. */
  beside?: ReactNode
  /** `page`: centred, for reading and forms. `full`: the whole width without padding, for workplaces. */
  width?: 'page' | 'full'
  /** The id the skip link leads to: where the page's own content begins. */
  skipTo?: string
}

/** The frame of every signed-in page: skip link, header, navigation, and the one `main`. */
export function AppFrame({ user, children, nav, header, beside, width = 'page', skipTo = 'main' }: AppFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink to={skipTo} />
      <header className="sticky top-0 z-30 flex h-14 items-center gap-3 border-line border-b bg-canvas px-3 sm:px-5 low:static print:hidden">
        <PageLink href="/projects" className="rounded-md py-1 pe-1">
          <Logo />
          <span className="sr-only"> home</span>
        </PageLink>
        <div className="min-w-0 flex-1">{header}</div>
        {beside}
        <AccountMenu user={user} />
      </header>
      <div className="flex flex-1 flex-col lg:flex-row">
        {nav}
        <main
          id="main"
          tabIndex={-1}
          className={cn('min-w-0 flex-1', width === 'page' && 'mx-auto w-full max-w-page px-4 py-6 sm:px-6 lg:py-8')}
        >
          {children}
        </main>
      </div>
    </div>
  )
}

/** The first stop of Tab: jumps over header and navigation. */
export function SkipLink({ to = 'main' }: { to?: string }) {
  return (
    <a
      href={`#${to}`}
      className="sr-only rounded-md bg-accent px-4 py-2 font-medium text-on-accent focus:not-sr-only focus:fixed focus:start-3 focus:top-3 focus:z-50"
    >
      Skip to content
    </a>
  )
}
