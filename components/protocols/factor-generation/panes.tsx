'use client'
import { useBench } from '@/components/annotation/workbench/bench-context'
import { UnitLink } from '@/components/annotation/workbench/unit-link'
import { markOf } from '@/components/annotation/workbench/unit-mark'
import { Part } from '@/components/protocols/part'
import { cn } from '@/components/ui/cn'
import { Sign } from '@/components/ui/sign'
import { TextDiff } from '@/components/ui/text-diff'
import { TONE_BOX } from '@/components/ui/tone'
import { commonStart } from '@/lib/protocols/factor-generation/common-start'
import { contentOf } from '@/lib/protocols/factor-generation/content'
import { CONTINUATION, factOf } from '@/lib/protocols/factor-generation/labels'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { excerpt } from '@/lib/text/excerpt'

/** Longer texts show their last paragraph; the rest is a click away. */
const LONG = 600

/** What is read to write the fact: the text so far, both sentences, and what differs between them. */
export function FactPane() {
  const { prefix, completion, contradiction } = contentOf(useBench().subject.content)
  return (
    <div className="space-y-6">
      <Part title="Text so far">
        <TextSoFar text={prefix} />
      </Part>
      <Part title="True completion">
        <Reading>{completion.trim()}</Reading>
      </Part>
      <Part title="Contradiction">
        <Reading>{contradiction.trim()}</Reading>
      </Part>
      <Part title="What the contradiction changes">
        <TextDiff before={completion.trim()} after={contradiction.trim()} className="reading" />
      </Part>
    </div>
  )
}

/** What is read to judge: the fact, the beginning that models were given, and their texts in this annotator's order. */
export function JudgePane() {
  const { subject } = useBench()
  const { prefix, completion, contradiction } = contentOf(subject.content)
  const fact = factOf(subject.units)
  const common = commonStart(completion, contradiction)
  const texts = subject.units.filter(({ kind }) => kind === CONTINUATION)
  return (
    <div className="space-y-6">
      <Part title="The fact">
        {fact === null ? (
          <p className="text-muted text-sm">
            No single fact was found, so there is nothing to judge. The item is to be discarded.
          </p>
        ) : (
          <p
            dir="auto"
            className="reading whitespace-pre-wrap rounded-md border border-accent-border bg-accent-surface px-3 py-2"
          >
            {fact}
          </p>
        )}
      </Part>
      <Part title="Text so far">
        <TextSoFar text={prefix} />
      </Part>
      <Part title="What the texts go on from">
        {common === '' ? (
          <p className="text-muted text-sm">Both sentences differ from their first word, so the texts begin anew.</p>
        ) : (
          <Reading>{`${common} …`}</Reading>
        )}
      </Part>
      {texts.length === 0 ? null : (
        <Part title="Texts to judge">
          <ol className="space-y-3">
            {texts.map((unit, index) => (
              <li key={unit.key}>
                <TextLink unit={unit} number={index + 1} />
              </li>
            ))}
          </ol>
        </Part>
      )}
    </div>
  )
}

/** A text with its number, or how it was judged; opens it. */
function TextLink({ unit, number }: { unit: UnitDraft; number: number }) {
  const bench = useBench()
  const { open, go } = bench
  const { letter, tone, text } = markOf(bench, unit.key)
  return (
    <UnitLink
      unit={unit.key}
      isOpen={open === unit.key}
      go={go}
      className={cn(
        'flex min-h-8 scroll-mt-40 items-start gap-2 rounded-md px-1.5 py-0.5 text-ink outline-offset-1 hover:bg-hover max-lg:scroll-mb-[60dvh] lg:scroll-mb-8',
        open === unit.key && 'outline-2 outline-accent',
      )}
    >
      <span
        dir="ltr"
        className={cn(
          'mt-1 inline-flex h-5 min-w-8 shrink-0 select-none items-center justify-center rounded border px-1 font-semibold text-xs leading-none tabular-nums',
          letter === null ? 'border-control text-muted' : TONE_BOX[tone],
        )}
      >
        <span aria-hidden>{letter === null ? number : <Sign of={letter} />}</span>
        <span className="sr-only">{`Text ${number}, ${text}: `}</span>
      </span>
      <span dir="auto" className="reading whitespace-pre-wrap">
        {unit.text.trim() === '' ? '(empty)' : unit.text.trim()}
      </span>
    </UnitLink>
  )
}

/** What stood before the sentence. */
function TextSoFar({ text }: { text: string }) {
  const trimmed = text.trim()
  const cut = trimmed.length > LONG ? Math.max(trimmed.lastIndexOf('\n', trimmed.length - 2), 0) : 0
  const [before, last] = [trimmed.slice(0, cut).trim(), trimmed.slice(cut).trim()]
  if (trimmed === '') return <p className="text-muted text-sm">The sentence begins its text.</p>
  return (
    <div className="space-y-2">
      {before === '' ? null : (
        <details className="text-sm">
          <summary className="cursor-pointer rounded-sm text-muted">
            What stands before: <span dir="auto">{excerpt(before, 60)}</span>
          </summary>
          <p dir="auto" className="reading mt-2 whitespace-pre-wrap">
            {before}
          </p>
        </details>
      )}
      <p dir="auto" className="reading whitespace-pre-wrap">
        {last}
      </p>
    </div>
  )
}

/** A sentence or text as it stands. */
function Reading({ children }: { children: string }) {
  return (
    <p dir="auto" className="reading whitespace-pre-wrap">
      {children}
    </p>
  )
}
