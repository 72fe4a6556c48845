'use client'
import { ErrorState } from '@/components/ui/error-state'

/** What a reader sees when a page fails: what to do, and the reference the server's log knows. */
export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main id="main" className="mx-auto max-w-xl p-8">
      <h1 className="sr-only">Something went wrong</h1>
      <ErrorState onRetry={reset} reference={error.digest}>
        The page could not be shown. What you typed is safe. Try again; if it keeps happening, give an administrator the
        reference.
      </ErrorState>
    </main>
  )
}
