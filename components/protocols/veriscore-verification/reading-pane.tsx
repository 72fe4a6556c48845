'use client'
import { useState } from 'react'
import { useBench } from '@/components/annotation/workbench/bench-context'
import { Kbd } from '@/components/ui/kbd'
import { LongText } from '@/components/ui/long-text'
import { useAriaKeys } from '@/components/ui/use-shortcut'
import { contentOf } from '@/lib/protocols/veriscore-verification/content'
import { resultsOf } from '@/lib/protocols/veriscore-verification/fields'
import { OWN_KEYS, RESPONSE_ID } from './keys'
import { ResultCard } from './result-card'

/** What is read: the claim, where it comes from, and the search results as they were ranked. */
export function VerificationPane() {
  const { subject } = useBench()
  const { claim } = contentOf(subject.content)
  const results = resultsOf(subject)
  return (
    <div className="space-y-6">
      <section>
        <h2 className="mb-1.5 font-semibold text-muted text-sm">Claim</h2>
        <p dir="auto" className="reading wrap-anywhere whitespace-pre-wrap border-accent border-s-4 ps-3 font-medium">
          <LongText what="claim">{claim}</LongText>
        </p>
        <ClaimOrigin />
      </section>
      <section>
        <h2 className="mb-1.5 font-semibold text-muted text-sm">Search results</h2>
        {results.length === 0 ? (
          <p className="rounded-lg border border-line border-dashed p-4 text-muted text-sm">
            The search found nothing, so nothing supports or contradicts the claim.
          </p>
        ) : null}
        <ol className="space-y-2">
          {results.map((unit, index) => (
            <li key={unit.key}>
              <ResultCard unit={unit} number={index + 1} />
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}

/** Where the claim comes from: its sentence, the question and the response, as far as the record has them. */
export function ClaimOrigin() {
  const { subject } = useBench()
  const { question, sentence, response } = contentOf(subject.content)
  return (
    <>
      {sentence ? <Origin title="Its sentence" text={sentence} /> : null}
      {question ? <Origin title="The question" text={question} /> : null}
      {response ? <WholeResponse text={response} /> : null}
    </>
  )
}

const Origin = ({ title, text }: { title: string; text: string }) => (
  <div className="mt-2 text-sm">
    <h3 className="text-muted text-xs">{title}</h3>
    <p dir="auto" className="wrap-anywhere max-h-40 overflow-y-auto whitespace-pre-wrap">
      <LongText>{text}</LongText>
    </p>
  </div>
)

/** Folded away: the claim is judged by itself, and the response is there for what its words refer to. */
function WholeResponse({ text }: { text: string }) {
  const aria = useAriaKeys()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="mt-2 text-sm">
      <button
        id={RESPONSE_ID}
        type="button"
        aria-expanded={isOpen}
        aria-keyshortcuts={aria(OWN_KEYS.whole)}
        className="inline-flex min-h-6 items-center gap-1.5 rounded-sm text-accent-text underline underline-offset-3 pointer-coarse:min-h-11"
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide the response' : 'Show the response'}
        <Kbd of={OWN_KEYS.whole} hidden />
      </button>
      {isOpen ? (
        <p dir="auto" className="reading wrap-anywhere mt-1 whitespace-pre-wrap">
          <LongText what="response">{text}</LongText>
        </p>
      ) : null}
    </div>
  )
}
