'use client'

import { useSelectedLayoutSegments } from 'next/navigation'
import { type ReactNode, useLayoutEffect } from 'react'
import type { ShellUser } from '@/components/shell/account-menu'
import { AppFrame } from '@/components/shell/app-frame'
import { actAs } from '@/lib/platform/client/fetch-json'

type SignedInFrameProps = {
  user: ShellUser
  /** What stands beside the account, of later rooms. */
  beside: ReactNode
  children: ReactNode
}

/** The frame of every signed-in page; a project uses the whole width, for its navigation and its workplaces. */
export function SignedInFrame({ user, beside, children }: SignedInFrameProps) {
  const [section, project] = useSelectedLayoutSegments()
  // Before anything inside asks the server.
  useLayoutEffect(() => actAs(user.userId), [user.userId])
  const inProject = section === 'projects' && project !== undefined && project !== 'new'
  return (
    <AppFrame user={user} beside={beside} width={inProject ? 'full' : 'page'} skipTo={inProject ? 'content' : 'main'}>
      {children}
    </AppFrame>
  )
}
