'use client'
import { useState } from 'react'
import { fieldId, type QuestionProps, useBench } from '@/components/annotation/workbench/bench-context'
import { useDraft } from '@/components/annotation/workbench/use-draft'
import { Input } from '@/components/ui/input'
import { completedAddress } from '@/components/ui/web-address'
import { type PastedPassage, readPassage } from '@/lib/automation/evidence/clip/rules'
import { linkProblem } from '@/lib/protocols/links'

interface AddressFieldProps extends QuestionProps {
  /** An address was pasted together with words of its page. */
  onPassage(passage: PastedPassage): void
  onEnter(): void
  onEscape(): void
}

/**
 * A web address. Only a complete one becomes the answer; half of one is kept on this device as it is typed, and the answer
 * is missing until it is whole. An address that is pasted with words of its page goes into two fields.
 */
export function AddressField({ unit, question, onPassage, onEnter, onEscape }: AddressFieldProps) {
  const { workbench, answers, readOnly, type } = useBench()
  const [draft, setDraft] = useDraft(`${workbench.annotationId}/${unit.key}/${question.key}`)
  const [isLeft, setLeft] = useState(false)
  const saved = answers[unit.key]?.[question.key]
  // What came back with undo, or was accepted, stands; what was half written before it does not hide it.
  const half = typeof saved === 'string' ? '' : draft
  const displayedValue = typeof saved === 'string' ? saved : draft
  const problem = half === '' ? null : linkProblem(completedAddress(half))
  const problemId = `${fieldId(unit.key, question.key)}-problem`
  const write = (text: string) => {
    const isWhole = linkProblem(text.trim()) === null
    setDraft(isWhole ? '' : text)
    type(unit.key, question.key, isWhole ? text.trim() : null)
  }
  return (
    <>
      <Input
        id={fieldId(unit.key, question.key)}
        aria-label={question.prompt}
        aria-invalid={isLeft && problem !== null}
        aria-describedby={isLeft && problem ? problemId : undefined}
        type="url"
        inputMode="url"
        dir="ltr"
        placeholder="https://…"
        value={displayedValue}
        readOnly={readOnly}
        className="pointer-coarse:min-h-11"
        onChange={(event) => write(event.target.value)}
        onPaste={(event) => {
          const passage =
            readOnly || displayedValue !== '' ? null : readPassage(event.clipboardData.getData('text/plain'))
          if (!passage) return
          event.preventDefault()
          setDraft('')
          onPassage(passage)
        }}
        onFocus={() => setLeft(false)}
        onBlur={() => {
          setLeft(true)
          if (half !== '') write(completedAddress(half))
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
          if (event.key === 'Enter') onEnter()
          else if (event.key === 'Escape') onEscape()
          else return
          event.preventDefault()
        }}
      />
      {isLeft && problem ? (
        <p id={problemId} role="alert" className="mt-1.5 text-negative-text text-sm">
          {problem}
        </p>
      ) : null}
    </>
  )
}
