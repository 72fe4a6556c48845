'use client'

import { useSelectedLayoutSegments } from 'next/navigation'
import type { ReactNode } from 'react'
import type { ShellUser } from '@/components/shell/account-menu'
import { AppFrame } from '@/components/shell/app-frame'

/** The frame of every signed-in page; a project uses the whole width, for its navigation and its workplaces. */
export function SignedInFrame({ user, children }: { user: ShellUser; children: ReactNode }) {
  const [section, project] = useSelectedLayoutSegments()
  const inProject = section === 'projects' && project !== undefined && project !== 'new'
  return (
    <AppFrame user={user} width={inProject ? 'full' : 'page'} skipTo={inProject ? 'content' : 'main'}>
      {children}
    </AppFrame>
  )
}
