import type { ReactNode } from 'react'
import { Logo } from '@/components/shell/logo'
import { pageActor } from '@/lib/platform/server/page-actor'

/** Pages that everybody may read; who is not signed in has no frame around them. */
export default async function DocsLayout({ children }: { children: ReactNode }) {
  if (await pageActor()) return children
  return (
    <main id="main" className="mx-auto w-full max-w-6xl px-4 py-8">
      <div className="mb-6">
        <Logo />
      </div>
      {children}
    </main>
  )
}
