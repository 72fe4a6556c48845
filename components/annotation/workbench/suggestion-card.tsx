'use client'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/time'
import { ToneMark } from '@/components/ui/tone-mark'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { accept, editFrom } from './acceptance'
import { type QuestionProps, useBench } from './bench-context'
import { ProposedValue } from './proposed-value'
import { modelOf, type Proposed, proposersInWords, type Suggestion } from './suggested'

/** The look of whatever a machine proposes. */
export const SUGGESTED =
  'flex items-start gap-2 rounded-md border border-suggestion-border border-dashed bg-suggestion-surface px-3 py-2 text-sm text-suggestion-text max-sm:flex-wrap'

interface SuggestionCardProps extends QuestionProps {
  proposed: Proposed
  original?: string
  /** The key that accepts it now. */
  shortcut?: KeyBinding
  /** What the button says; none without it. */
  acceptLabel?: string
}

/** One proposed value, dashed: what, by whom, how sure, and folded away why. */
export function SuggestionCard({ unit, question, proposed, original, shortcut, acceptLabel }: SuggestionCardProps) {
  const bench = useBench()
  const questionProps = { unit, question }
  return (
    <div className={SUGGESTED}>
      <ToneMark tone="suggestion" className="mt-1" />
      <div className="min-w-0 flex-1" dir="auto">
        <span className="font-medium">Suggested: </span>
        <ProposedValue {...questionProps} value={proposed.value} original={original} />
        <p className="text-xs" dir="ltr">
          {proposersInWords(proposed.by)}
        </p>
        <Why by={proposed.by} />
      </div>
      {acceptLabel ? (
        <div className="flex shrink-0 gap-1 max-sm:w-full max-sm:justify-end">
          {question.form === 'text' ? (
            <Button
              size="sm"
              variant="ghost"
              className={TOUCH}
              onClick={() => editFrom(bench, questionProps, proposed)}
            >
              Edit
            </Button>
          ) : null}
          <Button
            size="sm"
            shortcut={shortcut}
            className={TOUCH}
            onClick={() => accept(bench, questionProps, proposed)}
          >
            {acceptLabel}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
const TOUCH = 'pointer-coarse:min-h-11'

/** The machine's reasons, never open by themselves: a reason that is read first persuades, right or wrong (Si et al. 2024). */
export function Why({ by }: { by: readonly Suggestion[] }) {
  const reasoned = by.filter(({ rationale }) => rationale)
  if (reasoned.length === 0) return null
  return (
    <Folded summary="Why">
      {reasoned.map((suggestion) => (
        <div key={suggestion.id} className="mt-1">
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-ink">
            {suggestion.rationale}
          </p>
          <p className="text-muted" dir="ltr">
            {modelOf(suggestion)}
            {suggestion.promptHash ? `, prompt ${suggestion.promptHash.slice(0, 8)}` : null}
            {suggestion.createdAt ? (
              <>
                {', '}
                <Time value={suggestion.createdAt} format="date" />
              </>
            ) : null}
          </p>
        </div>
      ))}
    </Folded>
  )
}

/** Something folded away under a word or a line. */
export function Folded({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className="text-xs">
      <summary className="w-fit min-h-6 max-w-full cursor-pointer rounded-sm py-1 pointer-coarse:py-3">
        {summary}
      </summary>
      {children}
    </details>
  )
}
