'use client'
import { useBench } from '@/components/annotation/workbench/bench-context'
import { EmptyNotice } from '@/components/protocols/side-by-side/empty-notice'
import { cn } from '@/components/ui/cn'
import { anyChoice, LIST, sides } from '@/lib/protocols/veriscore-preference/choices'
import { claimsIn, contentOf } from '@/lib/protocols/veriscore-preference/content'

/** What is read: the text, and the two lists in the order drawn for this annotator; one below the other where it is narrow. */
export function ListsPane() {
  const { subject, answers } = useBench()
  const lists = subject.units.filter(({ kind }) => kind === LIST)
  const choice = anyChoice(answers)
  return (
    <div className="grid items-start gap-x-6 gap-y-4 lg:col-span-2 lg:grid-cols-2 xl:grid-cols-3">
      <SourceText />
      {lists.length === 0 ? <EmptyNotice what="lists" /> : null}
      {lists.map(({ key, text }, index) => (
        <section
          key={key}
          aria-label={`List ${index + 1}`}
          className={cn(
            // In sight while a longer text beside them is read.
            'min-w-0 rounded-lg border bg-surface p-4 xl:sticky xl:top-32 low:xl:top-2',
            choice !== null && choice === sides[index] ? 'border-accent outline outline-accent' : 'border-line',
          )}
        >
          <h2 className="mb-2 font-semibold text-sm">
            List {index + 1}
            {choice !== null && choice === sides[index] ? (
              <span className="font-normal text-muted"> · chosen</span>
            ) : null}
          </h2>
          <Claims text={text} />
        </section>
      ))}
    </div>
  )
}

function Claims({ text }: { text: string }) {
  const claims = claimsIn(text).map((claim, index) => ({ claim, key: `${index} ${claim}` }))
  if (claims.length === 0) return <p className="text-muted text-sm">This list is empty: no verifiable claim.</p>
  return (
    <ol dir="auto" className="list-decimal space-y-1.5 ps-6">
      {claims.map(({ claim, key }) => (
        <li key={key} className="wrap-anywhere text-base leading-relaxed [unicode-bidi:plaintext]">
          {claim}
        </li>
      ))}
    </ol>
  )
}

function SourceText() {
  const { subject } = useBench()
  const { question, text, cut, words } = contentOf(subject.content)
  const read = text.slice(0, cut)
  const readWordCount = read.match(/\S+/gu)?.length ?? 0
  return (
    <section aria-label="Source text" className="min-w-0 lg:max-xl:col-span-2">
      {question === null ? null : (
        <>
          <h2 className="mb-1.5 font-semibold text-muted text-sm">Question</h2>
          <p dir="auto" className="wrap-anywhere mb-4 whitespace-pre-wrap">
            {question}
          </p>
        </>
      )}
      <h2 className="mb-1.5 font-semibold text-muted text-sm">Source text</h2>
      <div dir="auto" className="reading wrap-anywhere whitespace-pre-wrap">
        {read}
      </div>
      {readWordCount < words ? (
        <p className="mt-2 text-muted text-sm">
          The first {readWordCount} of {words} words, cut at the end of a sentence. Judge the lists by these.
        </p>
      ) : null}
    </section>
  )
}
