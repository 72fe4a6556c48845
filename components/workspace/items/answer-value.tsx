import { AddressLink } from '@/components/ui/address-text'
import { Badge } from '@/components/ui/badge'
import { plainValue } from '@/components/workspace/tasks/plain-value'
import type { Json, Question } from '@/lib/protocols/protocol'
import { spanPlacesInWords } from '@/lib/protocols/span-words'

type AnswerValueProps = { question: Question; value: Json; texts: ReadonlyMap<string, string> }

/** One answer in words; references as the texts that they name. */
export function AnswerValue({ question, value, texts }: AnswerValueProps) {
  const option = question.options?.find((each) => each.value === value)
  if (option) return <Badge tone={option.tone}>{option.text}</Badge>
  if (question.form === 'references' && Array.isArray(value))
    return (
      <ul>
        {value.map((key) => (
          <li key={String(key)} dir="auto" className="wrap-anywhere">
            {texts.get(String(key)) ?? String(key)}
          </li>
        ))}
      </ul>
    )
  if (question.form === 'links' && Array.isArray(value))
    return (
      <ul>
        {value.map((link) => (
          <li key={JSON.stringify(link)} className="wrap-anywhere">
            <AddressLink href={urlOf(link)} />
          </li>
        ))}
      </ul>
    )
  return (
    <span dir="auto" className="whitespace-pre-wrap">
      {question.form === 'spans' && value !== null ? spanPlacesInWords(question, value) : plainValue(value)}
    </span>
  )
}

const urlOf = (link: Json) =>
  typeof link === 'object' && link !== null && !Array.isArray(link) ? String(link.url ?? '') : String(link)
