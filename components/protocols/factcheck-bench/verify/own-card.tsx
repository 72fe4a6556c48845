'use client'
import type { ReactNode } from 'react'
import { fieldId, type QuestionProps, useBench } from '@/components/annotation/workbench/bench-context'
import { LIST_KEYS } from '@/components/annotation/workbench/keys'
import { Below } from '@/components/protocols/factcheck-bench/shared/below'
import { askedQuestion } from '@/components/protocols/factcheck-bench/shared/questions'
import { StartedText } from '@/components/protocols/factcheck-bench/shared/started-text'
import { Button } from '@/components/ui/button'
import { Trash2 } from '@/components/ui/icons'
import { Input } from '@/components/ui/input'
import { answerOf } from '@/lib/protocols/completeness'
import type { Question } from '@/lib/protocols/protocol'
import { emptyFieldAfter, type OwnField, removeOwnEvidence } from './acts'
import { AddressField } from './address-field'
import { CardChoices } from './card-choices'
import { CardFrame } from './card-frame'
import type { CardProps } from './evidence-card'
import { leaveField } from './places'
import { SourceLine } from './source-line'

/** A piece of evidence that the annotator found: query, page, quotation, and what is asked of any piece. */
export function OwnCard(props: CardProps) {
  const { claim, unit, number } = props
  const bench = useBench()
  const { open, readOnly, go } = bench
  const isOpen = open === unit.key
  const to = (question: string | null) => () => go({ unit: unit.key, question })
  const url = answerOf(bench.answers, unit.key, 'url')
  /** Enter leads to the next field that is empty, and after the last one out of them. */
  const after = (field: OwnField) => () => {
    const question = emptyFieldAfter(bench, unit, field)
    go(question ? { unit: unit.key, question } : leaveField(bench, unit))
  }
  return (
    <CardFrame
      {...props}
      actions={
        readOnly ? null : (
          <Button
            size="sm"
            variant="ghost"
            shortcut={isOpen ? LIST_KEYS.delete : undefined}
            aria-label={`Remove evidence ${number}`}
            hint={`Remove evidence ${number}`}
            className="pointer-coarse:min-h-11"
            icon={<Trash2 aria-hidden className="size-4" />}
            onClick={() => removeOwnEvidence(bench, claim, unit.key)}
          />
        )
      }
    >
      <div className="space-y-2">
        <Row {...props} questionKey="query">
          {(question) => <LineField unit={unit} question={question} onEnter={after('query')} onEscape={to(null)} />}
        </Row>
        <Row {...props} questionKey="url">
          {(question) => (
            <AddressField
              unit={unit}
              question={question}
              onPassage={({ address, words }) => {
                bench.type(unit.key, 'url', address)
                bench.type(unit.key, 'quote', words)
              }}
              onEnter={after('url')}
              onEscape={to(null)}
            />
          )}
        </Row>
        <Row {...props} questionKey="quote">
          {(question) => (
            <StartedText unit={unit} question={question} lines={3} onEnter={after('quote')} onEscape={to(null)} />
          )}
        </Row>
      </div>
      {typeof url === 'string' ? (
        <div className="mt-1.5">
          <SourceLine unit={unit.key} url={url} queries={[]} rank={null} hasKey={isOpen} />
        </div>
      ) : null}
      <CardChoices unit={unit} />
    </CardFrame>
  )
}

interface RowProps extends CardProps {
  questionKey: string
  children: (question: Question) => ReactNode
}

function Row({ unit, questionKey, children }: RowProps) {
  const question = askedQuestion(useBench(), unit, questionKey)
  if (!question) return null
  return (
    <div>
      <label htmlFor={fieldId(unit.key, question.key)} className="mb-1 block font-medium text-sm">
        {question.title}
      </label>
      {children(question)}
      <Below unit={unit} question={question} />
    </div>
  )
}

interface LineFieldProps extends QuestionProps {
  onEnter(): void
  onEscape(): void
}

/** A text of one line. */
function LineField({ unit, question, onEnter, onEscape }: LineFieldProps) {
  const { answers, readOnly, type } = useBench()
  const value = answers[unit.key]?.[question.key]
  return (
    <Input
      id={fieldId(unit.key, question.key)}
      aria-label={question.prompt}
      value={typeof value === 'string' ? value : ''}
      readOnly={readOnly}
      className="pointer-coarse:min-h-11"
      onChange={(event) => type(unit.key, question.key, event.target.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
        if (event.key === 'Enter') onEnter()
        else if (event.key === 'Escape') onEscape()
        else return
        event.preventDefault()
      }}
    />
  )
}
