'use client'
import { Button } from '@/components/ui/button'
import { OWN_KEYS } from './handlers'
import { splitPrefix, toggleWholePrefix, useWholePrefix } from './prefix-fold'

/** What stands before the completion: its end always, the rest when asked for. */
export function Prefix({ text }: { text: string }) {
  const isWhole = useWholePrefix()
  const { before, end } = splitPrefix(text)
  return (
    <section>
      <div className="mb-1.5 flex min-h-8 items-center justify-between gap-2">
        <h2 className="font-semibold text-muted text-sm">Prefix</h2>
        {before === '' ? null : (
          <Button
            size="sm"
            variant="ghost"
            shortcut={OWN_KEYS.prefix}
            aria-expanded={isWhole}
            onClick={toggleWholePrefix}
          >
            {isWhole ? 'Show the end only' : 'Show all of it'}
          </Button>
        )}
      </div>
      <div dir="auto" className="reading wrap-anywhere whitespace-pre-wrap">
        {before === '' || isWhole ? before : <span className="text-muted">… </span>}
        {end.trimEnd()}
      </div>
    </section>
  )
}
