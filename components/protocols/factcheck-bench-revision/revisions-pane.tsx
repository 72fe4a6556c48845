'use client'
import { useBench } from '@/components/annotation/workbench/bench-context'
import { EmptyNotice } from '@/components/protocols/side-by-side/empty-notice'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Kbd } from '@/components/ui/kbd'
import { TextDiff } from '@/components/ui/text-diff'
import { useAriaKeys } from '@/components/ui/use-shortcut'
import { chosenKeys, optionsOf, twinsOf } from '@/lib/protocols/factcheck-bench-revision/choices'
import { contentOf } from '@/lib/protocols/factcheck-bench-revision/content'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { toggleChanges, useChangesShown } from './changes-shown'
import { chooseRevision, keyOfPlace, OWN_KEYS } from './handlers'

/** What is read: the prompt and the original, then the revisions in the order drawn for this annotator. */
export function RevisionsPane() {
  const { subject } = useBench()
  const { prompt, response } = contentOf(subject.content)
  const areChangesShown = useChangesShown()
  const options = optionsOf(subject)
  return (
    <div className="space-y-4 lg:col-span-2">
      <div className="grid gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <ReadText title="Prompt" text={prompt} />
        <ReadText title="Original response" text={response} />
      </div>
      {options.length === 0 ? (
        <EmptyNotice what="revisions" />
      ) : (
        <>
          <Button size="sm" shortcut={OWN_KEYS.changes} aria-pressed={areChangesShown} onClick={toggleChanges}>
            {areChangesShown ? 'Hide the changes' : 'Show the changes against the original'}
          </Button>
          <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-4">
            {options.map((unit, index) => (
              <RevisionCard key={unit.key} unit={unit} place={index + 1} original={areChangesShown ? response : null} />
            ))}
          </div>
        </>
      )}
    </div>
  )
}

function ReadText({ title, text }: { title: string; text: string }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="mb-1.5 font-semibold text-muted text-sm">{title}</h2>
      <p dir="auto" className="reading wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
    </section>
  )
}

interface RevisionCardProps {
  unit: UnitDraft
  /** As seen, from 1; its key. */
  place: number
  /** What its changes are shown against; null: they are not. */
  original: string | null
}

function RevisionCard({ unit, place, original }: RevisionCardProps) {
  const bench = useBench()
  const { answers, readOnly, subject } = bench
  const isChosen = chosenKeys(answers).includes(unit.key)
  const options = optionsOf(subject)
  const twins = twinsOf(options, unit.key).map(({ key }) => options.findIndex((option) => option.key === key) + 1)
  return (
    <section
      aria-label={`Revision ${place}`}
      className={cn(
        'min-w-0 rounded-lg border bg-surface p-3',
        isChosen ? 'border-accent outline outline-accent' : 'border-line',
      )}
    >
      <button
        type="button"
        aria-pressed={isChosen}
        aria-keyshortcuts={useAriaKeys()(keyOfPlace(place))}
        disabled={readOnly}
        onClick={() => chooseRevision(bench, unit.key)}
        className={cn(
          'mb-2 flex min-h-11 w-full items-center justify-between gap-2 rounded-md border px-3 text-start font-semibold text-sm',
          isChosen ? 'border-accent bg-accent-surface' : 'border-control not-disabled:hover:bg-hover',
        )}
      >
        <span>
          Revision {place}
          {isChosen ? <span className="font-normal"> · best</span> : null}
        </span>
        <Kbd of={keyOfPlace(place)} hidden />
      </button>
      {twins.length > 0 ? (
        <p className="mb-2 text-muted text-sm">
          The same text as revision {twins.join(' and ')}: choose both, or neither.
        </p>
      ) : null}
      {original === null ? (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-base leading-relaxed">
          {unit.text}
        </p>
      ) : (
        <TextDiff before={original} after={unit.text} className="wrap-anywhere text-base leading-relaxed" />
      )}
    </section>
  )
}
