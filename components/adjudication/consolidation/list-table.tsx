'use client'
import { Fragment, type ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import type { Lane } from '@/lib/adjudication/consolidation/contract'
import {
  answersAbout,
  type ListRow,
  likenessOf,
  type PlaceOf,
  type RowMember,
  splitsIn,
  wholeOfSplit,
} from '@/lib/adjudication/consolidation/lists/rules'
import { overlapOf } from '@/lib/protocols/marks'
import { placeInWords } from '@/lib/protocols/span-words'
import { wordDiff } from '@/lib/text/word-diff'
import { useDeskContext } from './desk-context'
import { DiffText } from './diff-text'
import { placesAt } from './list-values'
import { laneName, valueText } from './words'

type ListTableProps = {
  rows: readonly ListRow[]
  /** The row that keys act on. */
  at?: number
  onAt?: (index: number) => void
  /** What can be done to a row. */
  acts?: (index: number) => ReactNode
}

/** What each annotator listed, side by side: a row for what stands for one unit. */
export function ListTable({ rows, at, onAt, acts }: ListTableProps) {
  const desk = useDeskContext()
  const { view, lanes } = desk
  const placeOf = placesAt(desk)
  const splits = splitsIn(rows, placeOf)
  const partOf = (row: ListRow, lane: Lane) => {
    const split = splits.find(({ half, one }) => half === row.key && one === lane.id)
    return split && wholeOfSplit(rows, split)
  }
  return (
    <div className="overflow-x-auto">
      <table className="list-table w-full table-fixed border-separate border-spacing-y-1 text-sm">
        <thead>
          <tr className="text-start text-muted text-xs">
            <th scope="col" className="w-24 px-2 text-start font-medium">
              Alike
            </th>
            {lanes.map((lane) => (
              <th key={lane.id} scope="col" className="px-2 text-start font-medium">
                {laneName(view, lane.id)}
              </th>
            ))}
            {acts ? (
              <th scope="col" className="w-28 px-2">
                <span className="sr-only">Change the row</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr
              key={row.key}
              aria-current={index === at ? 'true' : undefined}
              onClick={onAt ? () => onAt(index) : undefined}
              className={cn(
                'align-top',
                // What only one lists is set apart from what stands side by side.
                row.members.length === 1 &&
                  lanes.length > 1 &&
                  'outline-1 outline-stale-border outline-dashed -outline-offset-1',
                row.included ? 'bg-surface' : 'bg-sunken text-muted',
                index === at && 'outline-2 outline-accent',
              )}
            >
              <td className="px-2 py-1.5">
                <Likeness row={row} placeOf={placeOf} />
              </td>
              {lanes.map((lane) => (
                <td key={lane.id} dir="auto" data-label={laneName(view, lane.id)} className="wrap-anywhere px-2 py-1.5">
                  <Cell row={row} lane={lane} partOf={partOf(row, lane)} placeOf={placeOf} />
                </td>
              ))}
              {acts ? <td className="px-2 py-1.5 text-end">{acts(index)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Likeness({ row, placeOf }: { row: ListRow; placeOf: PlaceOf | undefined }) {
  const { view, lanes } = useDeskContext()
  const likeness = placeOf ? overlapIn(row, placeOf) : likenessOf(row)
  const [first, ...others] = row.members
  if (!first) return <Badge tone="accent">new</Badge>
  if (others.length === 0 && lanes.length > 1)
    return <span className="font-medium text-stale-text text-xs">{onlyWords(laneName(view, first.lane))}</span>
  if (row.members.length < lanes.length) return <Badge tone="warning">{`${percent(likeness ?? 0)}, one missing`}</Badge>
  return <span className="tabular-nums">{likeness === null ? '' : percent(likeness)}</span>
}

/** How far the places of a row cover each other: of the pair that shares least; null with fewer than two. */
function overlapIn({ members }: ListRow, placeOf: PlaceOf): number | null {
  const places = members.map(placeOf)
  const shares = places.flatMap((one, index) => places.slice(index + 1).map((other) => overlapOf(one, other)))
  return shares.length === 0 ? null : Math.min(...shares)
}

const onlyWords = (lane: string) =>
  lane === 'You' ? 'only you' : lane === 'Partner' ? 'only your partner' : `only ${lane.replace(/^Lane /, '')}`

const percent = (share: number) => `${Math.round(share * 100)} %`

interface CellProps {
  row: ListRow
  lane: Lane
  partOf: string | undefined
  placeOf: PlaceOf | undefined
}

/** An entry's text, with the words that the first of the row does not have marked; what only one has listed with what is said about it. */
function Cell({ row, lane, partOf, placeOf }: CellProps) {
  const { lanes } = useDeskContext()
  const laneMember = row.members.find((member) => member.lane === lane.id)
  if (!laneMember && partOf !== undefined)
    return (
      <span className="text-muted text-xs">
        <span dir="ltr">in </span>
        <bdi>“{partOf}”</bdi>
      </span>
    )
  if (!laneMember) return <span className="text-muted">–</span>
  const other = row.members.find((member) => member.lane !== lane.id)
  const isTaken = row.included && (row.only === undefined || row.only === lane.id)
  const parts = wordDiff(other?.text ?? laneMember.text, laneMember.text)
  const place = placeOf?.(laneMember)
  return (
    <>
      <span className={isTaken ? undefined : 'text-muted line-through decoration-1'}>
        <DiffText parts={parts.filter(({ kind }) => kind !== 'removed')} />
      </span>
      {place ? (
        // The same words may stand elsewhere again.
        <span dir="ltr" className="block text-muted text-xs">
          {placeInWords(place)}
        </span>
      ) : null}
      {row.members.length < lanes.length ? <SaidAbout lane={lane} member={laneMember} /> : null}
    </>
  )
}

/** The other answers about an entry, in short: they stand with it. */
function SaidAbout({ lane, member }: { lane: Lane; member: RowMember }) {
  const { view, stage, subject, current, question } = useDeskContext()
  if (!current || !question?.list) return null
  const { kind, text } = question.list
  const laneAnswers = answersAbout(lane, current, member.key)
  // A place in the text is told by its words: the unit need not be there while its list is open.
  const units = [{ key: member.key, kind, text: member.text, parent: current.unit }, ...view.units]
  const answers = stage.questions.flatMap((each) => {
    const value = laneAnswers[each.key] ?? null
    if (each.unit !== kind || each.key === text || value === null) return []
    return [
      {
        question: each,
        words: valueText(each, value, { stage, units, unit: member.key, lanes: [lane], content: subject.content }),
      },
    ]
  })
  if (answers.length === 0) return null
  // The titles are English, whatever the entry is written in.
  return (
    <span dir="ltr" className="block text-muted text-xs">
      {answers.map(({ question: each, words }, index) => (
        <Fragment key={each.key}>
          {index > 0 ? ' · ' : null}
          {each.title}: <bdi>{words}</bdi>
        </Fragment>
      ))}
    </span>
  )
}
