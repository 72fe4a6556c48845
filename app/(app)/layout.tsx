import type { ReactNode } from 'react'
import { InboxLink } from '@/components/adjudication/inbox/inbox-link'
import { ShellShortcuts } from '@/components/shell/shortcut-sheet'
import { SignedInFrame } from '@/components/workspace/users/signed-in-frame'
import { pageActor } from '@/lib/platform/server/page-actor'
import { ChosenKeys } from './account/chosen-keys'
import { PaletteButton } from './palette/palette-button'

/** Frames signed-in pages. Strangers are sent to sign in by the page itself, which knows where to bring them back to. */
export default async function SignedInLayout({ children }: { children: ReactNode }) {
  const actor = await pageActor()
  if (!actor) return children
  return (
    <ChosenKeys userId={actor.userId}>
      <SignedInFrame
        user={{ userId: actor.userId, name: actor.name, isAdmin: actor.isAdmin }}
        beside={
          <>
            <PaletteButton isAdmin={actor.isAdmin} />
            <InboxLink />
            <ShellShortcuts />
          </>
        }
      >
        {children}
      </SignedInFrame>
    </ChosenKeys>
  )
}
