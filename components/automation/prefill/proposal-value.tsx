import { z } from 'zod'
import { Badge } from '@/components/ui/badge'
import { findProtocol } from '@/lib/protocols'
import type { Json, Question } from '@/lib/protocols/protocol'
import { spanPlacesInWords } from '@/lib/protocols/span-words'
import { NoteValue } from './note-value'
import { numbered } from './numbered'

/** The questions of a protocol's stage; none where it is not known here. */
export const questionsOf = (protocolId: string, stage: string): readonly Question[] =>
  findProtocol(protocolId)?.stages.find(({ key }) => key === stage)?.questions ?? []

const seeds = z.array(z.object({ values: z.record(z.string(), z.json()) }))

interface ProposalValueProps {
  value: Json
  /** What it is proposed for; undefined where the protocol does not know it. */
  question: Question | undefined
  /** Those of the same stage: entries of lists are answered by them. */
  questions: readonly Question[]
}

/** A proposed value in the words of its question: an option by its text, a list entry by entry. */
export function ProposalValue({ value, question, questions }: ProposalValueProps) {
  const option = question?.options?.find((each) => each.value === value)
  if (option) return <Badge tone="suggestion">{option.text}</Badge>
  // The text is not at hand: what was quoted of it stands in the reasons.
  if (question?.form === 'spans')
    return <span className="whitespace-pre-line">{spanPlacesInWords(question, value)}</span>
  const entries = question?.list ? seeds.safeParse(value) : null
  if (!question?.list || !entries?.success) return <NoteValue value={value} />
  const { text } = question.list
  if (entries.data.length === 0) return <span>nothing to mark</span>
  return (
    <ol className="list-decimal space-y-1.5 ps-5 marker:text-muted">
      {numbered(entries.data).map(({ key, value: { values } }) => (
        <li key={key}>
          <ProposalValue
            value={values[text] ?? ''}
            question={questions.find(({ key: each }) => each === text)}
            questions={questions}
          />
          <EntryRest values={values} text={text} questions={questions} />
        </li>
      ))}
    </ol>
  )
}

interface EntryRestProps {
  values: Readonly<Record<string, Json>>
  /** The question that is the entry's text and stands above. */
  text: string
  questions: readonly Question[]
}

/** What is proposed of an entry besides its text. */
function EntryRest({ values, text, questions }: EntryRestProps) {
  const rest = Object.entries(values).filter(([key, value]) => key !== text && value !== null)
  if (rest.length === 0) return null
  return (
    <dl className="mt-0.5 flex flex-wrap gap-x-4 gap-y-1 text-muted">
      {rest.map(([key, value]) => {
        const question = questions.find((each) => each.key === key)
        return (
          <div key={key} className="flex flex-wrap gap-x-1.5">
            <dt>{question?.title ?? key}:</dt>
            <dd>
              <ProposalValue value={value} question={question} questions={questions} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
