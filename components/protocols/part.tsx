import type { ReactNode } from 'react'

/** A part of what is read, with its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1.5 font-semibold text-muted text-sm">{title}</h2>
      {children}
    </section>
  )
}
