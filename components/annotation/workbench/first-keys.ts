/** The keys that matter most where one is: of the open question first, then what leads on. Pure. */
import { answerOf } from '@/lib/protocols/completeness'
import type { Question } from '@/lib/protocols/protocol'
import type { Bench } from './bench-context'
import { optionKey, pickKey } from './keys'

/** How many stand above the groups. */
const MOST = 5

/** Nothing can be answered while reading. */
const READING = ['next', 'previous', 'definitions', 'guidelines', 'notes']

type Place = Pick<Bench, 'readOnly' | 'survey' | 'answers' | 'open' | 'openUnit'>

/** Ids of keys for the `?` sheet. `does`: the acts that are possible now; `protocolKeys`: the protocol's own keys, in their order. */
export function firstKeys(place: Place, does: (id: string) => boolean, protocolKeys: readonly string[]): string[] {
  if (place.readOnly) return READING
  const { survey, answers, open, openUnit } = place
  const askedQuestions = survey.units.get(open)?.asked ?? []
  const question = askedQuestions.find(({ key }) => answerOf(answers, open, key) === null) ?? askedQuestions[0]
  const kind = openUnit?.kind ?? ''
  const here = [...keysOf(kind, question), 'accept', ...protocolKeys, 'listText', 'searchOutside'].filter(does)
  // What leads on stands last, always at the same two places.
  const first = [...new Set([...here, 'next', 'undo'])].slice(0, MOST - 2)
  return [...first, 'missing', 'submit']
}

function keysOf(kind: string, question: Question | undefined): string[] {
  if (!question) return []
  if (question.picks) return question.picks.keys.slice(0, 2).map((_, place) => pickKey(kind, question.key, place))
  if (question.list?.marks) return ['markText', 'add', 'nextSpan']
  if (question.form === 'list') return ['add', 'acceptOne', 'accept']
  if (question.form === 'span') return ['mark', 'markProposed']
  if (question.form === 'spans')
    return [
      'markText',
      ...(question.options ?? []).slice(0, 1).map(({ value }) => optionKey(kind, question.key, value)),
    ]
  return (question.options ?? []).slice(0, 2).map(({ value }) => optionKey(kind, question.key, value))
}
