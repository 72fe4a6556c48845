'use client'
import { useMemo } from 'react'
import { z } from 'zod'
import { isWhole } from '@/components/annotation/workbench/navigation'
import { QueryList, queriesIn } from '@/components/annotation/workbench/query-list'
import type { StageView } from '@/components/annotation/workbench/stage-view'
import { proposedFor } from '@/components/annotation/workbench/suggested'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import { OutsideLink } from '@/components/ui/link'
import { LongText } from '@/components/ui/long-text'
import { hostOf } from '@/components/ui/web-address'
import type { Lane } from '@/lib/adjudication/consolidation/contract'
import { answersAbout, type RowMember, rowsOf } from '@/lib/adjudication/consolidation/lists/rules'
import type { Json, Question, UnitDraft } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { type Desk, useDeskContext } from './desk-context'
import { seenId } from './seen-id'
import type { SeenPaneProps } from './seen-pane'
import { isListed, ValueView } from './value-view'
import { laneName, partName, unitName, valueText } from './words'

/** Where the open unit and its parts stand. */
export const FAMILY_ID = 'open-unit'

/** A part as it was before the annotators: of the item, or an entry that some of them listed. */
interface Seen {
  unit: UnitDraft
  name: string
  /** What each lane that has it calls it, where it is no unit of the item yet. */
  listed: readonly RowMember[]
  /** To which question of the whole it was listed. */
  list?: string
}

/** A unit with its parts: entries that annotators listed among them. */
export interface Family {
  whole: UnitDraft
  parts: Seen[]
}

/** The open unit with its whole and all its parts; null where nothing is open, or the text shows them by itself. */
export function useFamily(Beside: StageView['Beside']): Family | null {
  const desk = useDeskContext()
  const family = useMemo(() => familyOf(desk), [desk])
  return family && (family.parts.length > 0 || Beside) ? family : null
}

type UnitEvidenceProps = { family: Family } & Pick<StageView, 'Beside'> & Pick<SeenPaneProps, 'KeptPage'>

/** A unit with all its parts, each in full with what everybody said of it. */
export function UnitEvidence({ family: { whole, parts }, Beside, KeptPage }: UnitEvidenceProps) {
  const { view, stage, current } = useDeskContext()
  const openUnit = current?.unit ?? null
  return (
    <section id={FAMILY_ID} aria-label="The open unit and its parts" className="scroll-mt-32 space-y-3">
      <div>
        <h2 className="mb-1 font-semibold text-muted text-sm">{unitName(stage, view.units, whole.key)}</h2>
        <p
          id={seenId(whole.key)}
          dir="auto"
          className="reading wrap-anywhere scroll-mt-32 whitespace-pre-wrap font-medium"
        >
          <LongText>{whole.text.trim()}</LongText>
        </p>
        <Said unit={whole} answersOf={(lane) => lane.answers[whole.key] ?? {}} />
      </div>
      {Beside ? <Beside unit={whole} /> : null}
      <ol className="grid items-start gap-2 wide:grid-cols-2 wider:grid-cols-3 empty:hidden">
        {parts.map((part) => (
          <li key={part.unit.key}>
            <PartCard part={part} isOpen={part.unit.key === openUnit} KeptPage={KeptPage} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The unit whose parts belong to the question: the open one where it has parts, otherwise what it is a part of. */
function familyOf({ view, stage, lanes, current, question }: Desk): Family | null {
  const unit = view.units.find(({ key }) => key === current?.unit)
  if (!unit) return null
  const children = (of: UnitDraft) => view.units.filter(({ parent }) => parent === of.key)
  const parent = view.units.find(({ key }) => key === unit.parent)
  const whole = children(unit).length > 0 || !parent || listedBy(stage.questions, unit.kind) ? unit : parent
  const askedKinds = new Set(stage.questions.map((question) => question.unit))
  const partUnits = children(whole).filter(({ kind }) => askedKinds.has(kind))
  // Of the whole item everything stands in the text already, unless its parts are passages to be judged.
  if (isWhole(whole) && partUnits.every(({ data }) => data === undefined)) return null
  const parts = partUnits.map((each): Seen => {
    const name = partName(stage, view.units, each.key)
    return { unit: each, name: capitalised(name), listed: [] }
  })
  const unitKeys = new Set(view.units.map(({ key }) => key))
  // The open list is compared row by row beside it.
  const lists = stage.questions.filter((each) => each.unit === whole.kind && each.list && each.key !== question?.key)
  const listedParts = lists.flatMap((each) =>
    rowsOf(lanes, { unit: whole.key, question: each.key })
      .filter(
        (row) => !unitKeys.has(row.key) && row.members.length > 0 && row.members.every(({ key }) => !unitKeys.has(key)),
      )
      .map(({ key, members }): Seen => {
        const word = stage.unitKinds.find(({ kind }) => kind === each.list?.kind)?.text ?? 'entry'
        const who =
          members.length === lanes.length
            ? lanes.length === 2
              ? 'both'
              : 'all'
            : members.map(({ lane }) => whose(laneName(view, lane))).join(', ')
        const texts = [...new Set(members.map((member) => member.text.trim()))]
        return {
          unit: { key, kind: each.list?.kind ?? '', text: texts.join('\n'), parent: whole.key },
          name: `${capitalised(word)}, listed by ${who}`,
          listed: members,
          list: each.key,
        }
      }),
  )
  return { whole, parts: [...parts, ...listedParts] }
}

const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** Is it what annotators list with their answers about the whole only, such as claims of a sentence? Then it has no evidence. */
const listedBy = (questions: readonly Question[], kind: string) =>
  questions.some(({ list }) => list?.kind === kind && list.evidence === undefined)

const whose = (lane: string) => (lane === 'You' ? 'you' : lane === 'Partner' ? 'your partner' : lane)

/** What is known of where a passage is from, whichever protocol it belongs to. */
const originSchema = z.object({
  url: z.string().nullish(),
  link: z.string().nullish(),
  title: z.string().nullish(),
  query: z.string().nullish(),
  rank: z.number().nullish(),
  found: z.object({ title: z.string().nullish(), queries: z.array(z.string()).nullish() }).nullish(),
})

type PartCardProps = { part: Seen; isOpen: boolean } & Pick<SeenPaneProps, 'KeptPage'>

function PartCard({ part: { unit, listed, list = '', name }, isOpen, KeptPage }: PartCardProps) {
  const { view, lanes, agenda, go, setUnfolded } = useDeskContext()
  const entry =
    agenda.find((each) => each.unit === unit.key && each.settled === null) ??
    agenda.find((each) => each.unit === unit.key)
  const { url, link, title, query, rank, found } = originSchema.safeParse(unit.data ?? {}).data ?? {}
  const answersOf = (lane: Lane): Record<string, Json> => {
    const member = listed.find((each) => each.lane === lane.id)
    if (member) return answersAbout(lane, { unit: unit.parent ?? '', question: list }, member.key)
    return listed.length > 0 ? {} : (lane.answers[unit.key] ?? {})
  }
  const firstAnswer = (question: string): Json =>
    lanes.map((lane) => answersOf(lane)[question] ?? null).find((each) => each !== null) ?? null
  const address = url ?? link ?? text(firstAnswer('url'))
  const queries = [...new Set(found?.queries ?? queriesIn(query ?? text(firstAnswer('query')) ?? ''))]
  return (
    <section
      id={seenId(unit.key)}
      aria-label={name}
      aria-current={isOpen ? 'step' : undefined}
      className={cn(
        'scroll-mt-32 scroll-mb-4 rounded-lg border bg-surface p-3',
        isOpen ? 'border-accent outline-1 outline-accent' : 'border-line',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold text-sm">
          {entry ? (
            <button
              type="button"
              className="min-h-6 rounded-sm hover:underline pointer-coarse:min-h-11"
              onClick={() => {
                if (entry.group === 'agreed') setUnfolded(true)
                go(entry)
              }}
            >
              {name}
            </button>
          ) : (
            name
          )}
        </h3>
      </div>
      <blockquote dir="auto" className="wrap-anywhere mt-1 whitespace-pre-wrap text-[0.9375rem] leading-relaxed">
        {unit.text.trim() === '' ? (
          <span className="text-muted italic">No text came with it.</span>
        ) : (
          <LongText>{unit.text}</LongText>
        )}
      </blockquote>
      <p className="wrap-anywhere mt-1 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-muted text-xs empty:hidden">
        {address ? (
          <OutsideLink href={address}>
            <bdi>{hostOf(address) ?? address}</bdi>
          </OutsideLink>
        ) : null}
        {found?.title || title ? <bdi>{found?.title || title}</bdi> : null}
        {queries.length === 1 ? (
          <span>
            Query: <bdi>{queries[0]}</bdi>
          </span>
        ) : null}
        {rank ? <span>Rank {rank}</span> : null}
      </p>
      {queries.length > 1 ? (
        <div className="mt-1 text-muted text-xs">
          Queries:
          <QueryList queries={queries} />
        </div>
      ) : null}
      {KeptPage && unit.text.trim() !== '' ? (
        <KeptPage taskId={view.taskId} address={address ?? null} quote={unit.text} />
      ) : null}
      <Said unit={unit} answersOf={answersOf} />
    </section>
  )
}

const text = (value: Json): string | null => (typeof value === 'string' && value !== '' ? value : null)

type SaidProps = { unit: UnitDraft; answersOf: (lane: Lane) => Record<string, Json> }

interface SaidValue {
  question: Question
  value: Json
}

/** What everybody said of a unit: once where they agree, otherwise each their own. */
function Said({ unit, answersOf }: SaidProps) {
  const { view, stage, lanes } = useDeskContext()
  const rows = lanes.map((lane) => ({
    name: laneName(view, lane.id),
    said: answersOf(lane),
    values: [] as SaidValue[],
  }))
  const common: SaidValue[] = []
  for (const question of stage.questions) {
    if (question.unit !== unit.kind || !isMark(stage.questions, question)) continue
    const values = rows.map(({ said }) => said[question.key] ?? null)
    const [first = null] = values
    // Nobody says anything by leaving the text as it is.
    if (values.every((value) => value === null || value === unit.text || value === unit.text.trim())) continue
    if (rows.length > 1 && first !== null && values.every((value) => value !== null && sameValue(value, first)))
      common.push({ question, value: first })
    else
      for (const [index, value] of values.entries()) if (value !== null) rows[index]?.values.push({ question, value })
  }
  const proposed = stage.questions.flatMap((question) =>
    question.unit === unit.kind && isMark(stage.questions, question)
      ? proposedFor(view.suggestions ?? [], { unit: unit.key, question: question.key }).map(({ value }) => ({
          question,
          value,
        }))
      : [],
  )
  const visibleRows = [
    { name: rows.length === 2 ? 'Both' : 'All', values: common },
    ...rows,
    { name: 'Suggested', values: proposed },
  ].filter(({ values }) => values.length > 0)
  if (visibleRows.length === 0) return null
  return (
    <ul className="mt-1.5 space-y-1 text-xs">
      {visibleRows.map(({ name, values }) => (
        <li key={name} className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="font-semibold text-muted">{name}</span>
          {values.map(({ question, value }) => {
            const option = question.options?.find((each) => each.value === value)
            const key = `${question.key} ${JSON.stringify(value)}`
            return option ? (
              <Badge key={key} tone={option.tone} className={name === 'Suggested' ? 'border-dashed' : undefined}>
                {option.text}
              </Badge>
            ) : (
              <span key={key} className={cn('wrap-anywhere', isListed(question) && 'w-full')}>
                <span className="text-muted">{question.title}: </span>
                {isListed(question) ? (
                  <ValueView question={question} unit={unit.key} value={value} />
                ) : (
                  <bdi>
                    {valueText(question, value, {
                      stage,
                      units: view.units,
                      content: view.item.content,
                      unit: unit.key,
                    })}
                  </bdi>
                )}
              </span>
            )
          })}
        </li>
      ))}
    </ul>
  )
}

/** Is it shown as a mark? Its text and its source stand above, and its entries below. */
const isMark = (questions: readonly Question[], { unit, key, form }: Question) =>
  form !== 'list' &&
  !questions.some(
    ({ list }) => list?.kind === unit && [list.text, list.evidence?.url, list.evidence?.query].includes(key),
  )
