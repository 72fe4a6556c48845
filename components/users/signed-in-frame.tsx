'use client'

import { useSelectedLayoutSegments } from 'next/navigation'
import type { ReactNode } from 'react'
import type { ShellUser } from '@/components/shell/account-menu'
import { AppFrame } from '@/components/shell/app-frame'

/** The frame of signed-in pages outside projects; a project frames its own, with its navigation in it. */
export function SignedInFrame({ user, children }: { user: ShellUser; children: ReactNode }) {
  const [section, project] = useSelectedLayoutSegments()
  if (section === 'projects' && project && project !== 'new') return children
  return <AppFrame user={user}>{children}</AppFrame>
}
