import type { ReactNode } from 'react'
import { Logo } from '@/components/shell/logo'

type DoorProps = { title: string; description?: ReactNode; children: ReactNode }

/** The frame of pages for people who are not signed in: a quiet card in the middle. */
export function Door({ title, description, children }: DoorProps) {
  return (
    <main id="main" className="mx-auto flex min-h-dvh w-full max-w-md flex-col justify-center gap-6 px-4 py-10">
      <Logo />
      <section className="rounded-xl border border-line bg-surface p-5 sm:p-7">
        <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
        {description ? <div className="mt-1.5 text-muted text-sm">{description}</div> : null}
        <div className="mt-5">{children}</div>
      </section>
    </main>
  )
}
