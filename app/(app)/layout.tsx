import type { ReactNode } from 'react'
import { OwnKeys } from '@/components/keys/own-keys'
import { SignedInFrame } from '@/components/users/signed-in-frame'
import { pageActor } from '@/lib/server/page-actor'

/** Frames signed-in pages. Strangers are sent to sign in by the page itself, which knows where to bring them back to. */
export default async function SignedInLayout({ children }: { children: ReactNode }) {
  const actor = await pageActor()
  if (!actor) return children
  return (
    <OwnKeys userId={actor.userId}>
      <SignedInFrame user={{ userId: actor.userId, name: actor.name, isAdmin: actor.isAdmin }}>
        {children}
      </SignedInFrame>
    </OwnKeys>
  )
}
