import { DefinitionList } from '@/components/ui/definition-list'
import type { Stage } from '@/lib/protocols/protocol'
import { unitName } from '@/lib/protocols/unit-name'
import type { ItemTask } from '@/lib/workspace/items/contract'
import { AnswerValue } from './answer-value'

type Gold = NonNullable<ItemTask['gold']>
type Vote = NonNullable<Gold['votes']>[number]
/** Characters of a unit's text that tell it from the others. */
const LONGEST_BEGINNING = 80

type VotesListProps = { stage: Stage; gold: Gold; votes: readonly Vote[] }

/** What people voted, by nobody's name. The units stand in the record's order; each vote says in which it saw them. */
export function VotesList({ stage, gold, votes }: VotesListProps) {
  return (
    <section className="space-y-3">
      <h3 className="font-medium text-sm">{votes.length === 1 ? 'One vote' : `${votes.length} votes`}</h3>
      <ol className="space-y-3">
        {votes.map((vote) => (
          <li key={vote.number} className="rounded-lg border border-line p-3">
            <p className="mb-2 text-muted text-sm">Vote {vote.number}</p>
            <DefinitionList items={itemsOf(stage, gold, vote)} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The units in the places their voter saw them in, by their first words and their places in the record. */
function ShownOrder({ shown, units }: Pick<Vote, 'shown'> & Pick<Gold, 'units'>) {
  if (!shown) return 'Not recorded'
  const kind = units.find(({ key }) => key === shown[0])?.kind
  const recorded = units.filter((unit) => unit.kind === kind)
  return (
    <ol className="list-decimal ps-5">
      {shown.map((key) => (
        <li key={key}>
          <bdi>{beginning(recorded.find((unit) => unit.key === key)?.text ?? key) || 'Empty'}</bdi>
          <span className="text-muted">
            {' '}
            (number {recorded.findIndex((unit) => unit.key === key) + 1} in the record)
          </span>
        </li>
      ))}
    </ol>
  )
}

function beginning(text: string): string {
  const flat = text.replace(/\s+/gu, ' ').trim()
  return flat.length > LONGEST_BEGINNING ? `${flat.slice(0, LONGEST_BEGINNING).trimEnd()}…` : flat
}

function itemsOf(stage: Stage, { units }: Gold, { shown, answers }: Vote) {
  const texts = new Map(units.map(({ key, text }) => [key, text]))
  const answered = units.flatMap((unit) =>
    stage.questions
      .filter(({ unit: kind, key }) => kind === unit.kind && (answers[unit.key]?.[key] ?? null) !== null)
      .map((question) => ({
        term: units.length === 1 ? question.title : `${unitName(stage, units, unit.key)}: ${question.title}`,
        description: (
          <AnswerValue question={question} value={answers[unit.key]?.[question.key] ?? null} texts={texts} />
        ),
      })),
  )
  return [
    ...answered,
    ...(stage.shuffles
      ? [{ term: 'Seen in this order', description: <ShownOrder shown={shown} units={units} /> }]
      : []),
  ]
}
