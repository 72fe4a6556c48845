import { Badge } from '@/components/ui/badge'
import { DefinitionList } from '@/components/ui/definition-list'
import { OutsideLink } from '@/components/ui/link'
import type { ItemTask } from '@/lib/items/contract'
import type { Json, Question, Stage } from '@/lib/protocols/protocol'

type Gold = NonNullable<ItemTask['gold']>
type GoldAnswersProps = { stage: Stage; units: ItemTask['units']; gold: Gold }

const ORIGIN: Record<Gold['origin'], string> = {
  consolidated: 'consolidated',
  single_rated: 'single-rated',
  imported: 'imported',
}

/** The gold answers unit by unit, and what follows from them for the whole item. */
export function GoldAnswers({ stage, units, gold }: GoldAnswersProps) {
  return (
    <div className="space-y-4">
      <p className="text-muted text-sm">
        Gold version {gold.version}, {ORIGIN[gold.origin]}
      </p>
      <ol className="space-y-3">
        {units.map((unit) => {
          const answers = gold.answers[unit.key] ?? {}
          const answered = stage.questions.filter(
            (each) => each.unit === unit.kind && (answers[each.key] ?? null) !== null,
          )
          return (
            <li key={unit.id} className="rounded-lg border border-line p-3">
              <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-sm">
                {unit.text}
              </p>
              <DefinitionList
                className="mt-2"
                items={answered.map((question) => ({
                  term: question.title,
                  description: <GoldValue question={question} value={answers[question.key] ?? null} />,
                }))}
              />
            </li>
          )
        })}
      </ol>
      <DefinitionList
        items={Object.entries(gold.rollUp).map(([name, value]) => ({ term: inWords(name), description: plain(value) }))}
      />
    </div>
  )
}

function GoldValue({ question, value }: { question: Question; value: Json }) {
  const option = question.options?.find((each) => each.value === value)
  if (option)
    return (
      <Badge tone={option.tone} letter={option.key.toUpperCase()}>
        {option.text}
      </Badge>
    )
  if (question.form === 'links' && Array.isArray(value))
    return (
      <ul>
        {value.map((link) => (
          <li key={JSON.stringify(link)} className="wrap-anywhere">
            <OutsideLink href={urlOf(link)}>{urlOf(link)}</OutsideLink>
          </li>
        ))}
      </ul>
    )
  return (
    <span dir="auto" className="whitespace-pre-wrap">
      {plain(value)}
    </span>
  )
}

const urlOf = (link: Json) =>
  typeof link === 'object' && link !== null && !Array.isArray(link) ? String(link.url ?? '') : String(link)
const inWords = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()

function plain(value: Json): string {
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (value === null) return 'none'
  if (Array.isArray(value)) return value.map(plain).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, each]) => `${name.replaceAll('_', ' ')} ${plain(each)}`)
      .join(', ')
  return String(value)
}
