'use client'

import { useSelectedLayoutSegments } from 'next/navigation'
import type { ReactNode } from 'react'
import type { ShellUser } from '@/components/shell/account-menu'
import { AppFrame } from '@/components/shell/app-frame'

type SignedInFrameProps = {
  user: ShellUser
  /** The link to what waits for them, of a later room. */
  inbox: ReactNode
  children: ReactNode
}

/** The frame of every signed-in page; a project uses the whole width, for its navigation and its workplaces. */
export function SignedInFrame({ user, inbox, children }: SignedInFrameProps) {
  const [section, project] = useSelectedLayoutSegments()
  const inProject = section === 'projects' && project !== undefined && project !== 'new'
  return (
    <AppFrame user={user} inbox={inbox} width={inProject ? 'full' : 'page'} skipTo={inProject ? 'content' : 'main'}>
      {children}
    </AppFrame>
  )
}
